/* Transfers between two accounts in both directions; locks are taken in the order of account numbers.
 *
 * Try:    moirai check examples/check/bank-transfer.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t mutex;
    int number;
    int balance;
};

struct account alice = {PTHREAD_MUTEX_INITIALIZER, 1, 100};
struct account bob = {PTHREAD_MUTEX_INITIALIZER, 2, 100};

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from->number < to->number ? from : to;
    struct account *second = from->number < to->number ? to : from;
    pthread_mutex_lock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->mutex);
    pthread_mutex_unlock(&first->mutex);
}

static void *to_bob(void *unused)
{
    transfer(&alice, &bob, 30);
    return unused;
}

static void *to_alice(void *unused)
{
    transfer(&bob, &alice, 50);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, to_bob, NULL);
    pthread_create(&b, NULL, to_alice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(alice.balance == 120 && bob.balance == 80);
    return 0;
}
