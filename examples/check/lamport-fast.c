/* Lamport's fast mutual exclusion (1987): without contention a thread enters after a constant number
 * of accesses. Threads are called 1 and 2; y == 0 means nobody.
 *
 * Try:    moirai check examples/check/lamport-fast.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int x, y;
atomic_int trying[N + 1];
int inside;

static void acquire(int me)
{
start:
    trying[me] = 1;
    x = me;
    if (y != 0) {
        trying[me] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = me;
    if (x != me) {
        trying[me] = 0;
        for (int i = 1; i <= N; i++)
            while (trying[i])
                ;
        if (y != me) {
            while (y != 0)
                ;
            goto start;
        }
    }
}

static void release(int me)
{
    y = 0;
    trying[me] = 0;
}

static void *worker(void *argument)
{
    int me = *(int *)argument;
    acquire(me);
    inside++;
    assert(inside == 1);
    inside--;
    release(me);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    int names[N];
    for (int i = 0; i < N; i++) {
        names[i] = i + 1;
        pthread_create(&threads[i], NULL, worker, &names[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
