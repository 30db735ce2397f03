/* CLH queue lock (Craig; Landin and Hagersten): everybody spins on the flag of their predecessor and
 * then takes over its node.
 *
 * Try:    moirai check examples/check/clh-lock.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2

struct node {
    atomic_int locked;
};

struct node nodes[THREADS + 1]; /* the last one is the free lock's */
_Atomic(struct node *) tail = &nodes[THREADS];
int counter;

static void *worker(void *argument)
{
    struct node *mine = argument;
    for (int i = 0; i < 2; i++) {
        atomic_store(&mine->locked, 1);
        struct node *before = atomic_exchange(&tail, mine);
        while (atomic_load(&before->locked))
            ;
        counter++;
        atomic_store(&mine->locked, 0);
        mine = before;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2 * THREADS);
    return 0;
}
