/* Rendezvous in which each waits for the other before announcing itself.
 *
 * Try:    moirai check examples/check/rendezvous-deadlock.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <pthread.h>
#include <semaphore.h>

sem_t here_a, here_b;

static void *a(void *unused)
{
    sem_wait(&here_b);
    sem_post(&here_a);
    return unused;
}

static void *b(void *unused)
{
    sem_wait(&here_a);
    sem_post(&here_b);
    return unused;
}

int main(void)
{
    pthread_t x, y;
    sem_init(&here_a, 0, 0);
    sem_init(&here_b, 0, 0);
    pthread_create(&x, NULL, a, NULL);
    pthread_create(&y, NULL, b, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
