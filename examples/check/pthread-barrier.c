/* Two phases of a computation kept apart by a POSIX barrier: everybody writes, then everybody reads.
 *
 * Try:    moirai check examples/check/pthread-barrier.c --engine explicit --property assertion,deadlock,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>

#define N 2

pthread_barrier_t barrier;
int input[N], sums[N];

static void *worker(void *argument)
{
    int me = *(int *)argument;
    input[me] = me + 1;
    pthread_barrier_wait(&barrier);
    sums[me] = input[0] + input[1];
    pthread_barrier_wait(&barrier);
    assert(sums[1 - me] == 3);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    int names[N] = {0, 1};
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, &names[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
