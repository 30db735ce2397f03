/* Transfers that lock the payer first: two opposite transfers wait for each other for ever.
 *
 * Try:    moirai check examples/check/bank-transfer-deadlock.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t mutex;
    int balance;
};

struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->mutex);
    pthread_mutex_lock(&to->mutex);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->mutex);
    pthread_mutex_unlock(&from->mutex);
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
    assert(alice.balance + bob.balance == 200);
    return 0;
}
