/* Dekker's mutual exclusion for two threads, the first one known (Dijkstra 1965): whoever has the
 * turn insists, the other steps back until the turn comes.
 *
 * Try:    moirai check examples/check/dekker.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_bool wants[2];
atomic_int turn;
int inside;

static void acquire(int me)
{
    int other = 1 - me;
    wants[me] = true;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = false;
            while (turn != me)
                ;
            wants[me] = true;
        }
    }
}

static void release(int me)
{
    turn = 1 - me;
    wants[me] = false;
}

static void critical_section(void)
{
    inside++;
    assert(inside == 1);
    inside--;
}

static void *first(void *unused)
{
    acquire(0);
    critical_section();
    release(0);
    return unused;
}

static void *second(void *unused)
{
    acquire(1);
    critical_section();
    release(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
