/* Mellor-Crummey and Scott's queue lock (1991): everybody spins on a flag of their own, and the
 * holder hands the lock to its successor.
 *
 * Try:    moirai check examples/check/mcs-lock.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

_Atomic(struct node *) tail;
int counter;

static void acquire(struct node *mine)
{
    atomic_store(&mine->next, NULL);
    atomic_store(&mine->locked, 1);
    struct node *before = atomic_exchange(&tail, mine);
    if (before != NULL) {
        atomic_store(&before->next, mine);
        while (atomic_load(&mine->locked))
            ;
    }
}

static void release(struct node *mine)
{
    if (atomic_load(&mine->next) == NULL) {
        struct node *expected = mine;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (atomic_load(&mine->next) == NULL)
            ; /* a successor is just linking itself in */
    }
    atomic_store(&atomic_load(&mine->next)->locked, 0);
}

static void *worker(void *unused)
{
    struct node mine;
    acquire(&mine);
    counter++;
    release(&mine);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
