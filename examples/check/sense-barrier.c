/* Sense-reversing barrier: the last to arrive flips the sense everybody waits for, so the barrier can
 * be used again at once.
 *
 * Try:    moirai check examples/check/sense-barrier.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2
#define PHASES 2

atomic_int missing = N;
atomic_int sense;
atomic_int phase[N];

static void await_all(int *mine)
{
    *mine = !*mine;
    if (atomic_fetch_sub(&missing, 1) == 1) {
        missing = N;
        sense = *mine;
    } else {
        while (sense != *mine)
            ;
    }
}

static void *worker(void *argument)
{
    int me = *(int *)argument;
    int mine = 0;
    for (int p = 1; p <= PHASES; p++) {
        phase[me] = p;
        await_all(&mine);
        assert(phase[1 - me] >= p); /* nobody is behind */
        await_all(&mine);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    int names[N] = {0, 1};
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, &names[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
