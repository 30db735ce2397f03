/* Peterson's mutual exclusion for two threads (1981): announce, give way, wait.
 *
 * Try:    moirai check examples/check/peterson.c --engine explicit
 * Expect: VERDICT: HOLDS      (also with --property data-race: the critical section is never shared)
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int inside; /* plain on purpose: only the lock protects it */

static void acquire(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other)
        ;
}

static void release(int me)
{
    wants[me] = 0;
}

static void *worker(void *argument)
{
    int me = *(int *)argument;
    for (int round = 0; round < 2; round++) {
        acquire(me);
        inside++;
        assert(inside == 1);
        inside--;
        release(me);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int names[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
