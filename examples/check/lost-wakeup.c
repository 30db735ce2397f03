/* Lost wake-up: the flag is tested before the mutex is taken, so the signal may come between the test
 * and the wait, when nobody listens.
 *
 * Try:    moirai check examples/check/lost-wakeup.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock      (a spurious wake-up is never counted on to save us)
 */
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused)
{
    if (!ready) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&arrived, &mutex); /* the signal may be gone already */
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *signaller(void *unused)
{
    ready = 1;
    pthread_cond_signal(&arrived);
    return unused;
}

int main(void)
{
    pthread_t w, s;
    pthread_create(&w, NULL, waiter, NULL);
    pthread_create(&s, NULL, signaller, NULL);
    pthread_join(w, NULL);
    pthread_join(s, NULL);
    return 0;
}
