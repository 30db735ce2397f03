/* Dijkstra's mutual exclusion (1965), the first for any number of threads: take the turn when its
 * holder is idle, enter if nobody else got as far.
 *
 * Try:    moirai check examples/check/dijkstra.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

enum { IDLE, TRYING, ENTERING };

atomic_int state[N];
atomic_int turn;
int inside;

static void acquire(int me)
{
    int alone;
    do {
        state[me] = TRYING;
        for (;;) {
            int holder = turn;
            if (holder == me)
                break;
            if (state[holder] == IDLE)
                turn = me;
        }
        state[me] = ENTERING;
        alone = 1;
        for (int i = 0; i < N; i++)
            if (i != me && state[i] == ENTERING)
                alone = 0;
    } while (!alone);
}

static void release(int me)
{
    state[me] = IDLE;
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
        names[i] = i;
        pthread_create(&threads[i], NULL, worker, &names[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
