/* A barrier that only counts arrivals works once. Used a second time it is open already.
 *
 * Try:    moirai check examples/check/counter-barrier.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int arrived;
atomic_int phase[2];

static void await_all(void)
{
    arrived++;
    while (arrived < 2)
        ;
}

static void *worker(void *argument)
{
    int me = *(int *)argument;
    for (int p = 1; p <= 2; p++) {
        phase[me] = p;
        await_all();
        assert(phase[1 - me] >= p);
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
