/* Rendezvous by two semaphores: each announces itself, then waits for the other.
 *
 * Try:    moirai check examples/check/rendezvous.c --engine explicit --property assertion,deadlock,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t here_a, here_b;
int from_a, from_b;

static void *a(void *unused)
{
    from_a = 1;
    sem_post(&here_a);
    sem_wait(&here_b);
    assert(from_b == 2);
    return unused;
}

static void *b(void *unused)
{
    from_b = 2;
    sem_post(&here_b);
    sem_wait(&here_a);
    assert(from_a == 1);
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
