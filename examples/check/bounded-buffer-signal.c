/* Bounded buffer with a single condition variable and signal where broadcast is needed: the signal
 * meant for a consumer may wake a producer, which goes back to sleep, and then everybody sleeps.
 *
 * Try:    moirai check examples/check/bounded-buffer-signal.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <pthread.h>

int full; /* one slot */
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&changed, &mutex);
    full = 1;
    pthread_cond_signal(&changed); /* should be broadcast */
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&changed, &mutex);
    full = 0;
    pthread_cond_signal(&changed); /* should be broadcast */
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, consumer, NULL);
    pthread_create(&threads[1], NULL, consumer, NULL);
    pthread_create(&threads[2], NULL, producer, NULL);
    pthread_create(&threads[3], NULL, producer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
