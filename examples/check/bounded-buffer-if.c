/* Bounded buffer whose consumers wait with `if` instead of `while`. A third thread may take the item
 * between the signal and the wake-up (and POSIX lets a wait come back without any signal).
 *
 * Try:    moirai check examples/check/bounded-buffer-if.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion      (also with --no-spurious-wakeups)
 */
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (count == 0) /* should be while */
        pthread_cond_wait(&not_empty, &mutex);
    count--;
    assert(count >= 0);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t p, a, b;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
