/* A barrier for three that only two threads ever reach.
 *
 * Try:    moirai check examples/check/pthread-barrier-short.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <pthread.h>

pthread_barrier_t barrier;

static void *worker(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
