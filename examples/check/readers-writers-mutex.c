/* Readers and writers with a mutex in the place of the semaphore: the last reader unlocks what the
 * first reader locked, which POSIX forbids when they are different threads.
 *
 * Try:    moirai check examples/check/readers-writers-mutex.c --engine explicit
 * Expect: VERDICT: VIOLATED lock-misuse
 */
#include <pthread.h>

pthread_mutex_t room = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int readers;

static void *reader(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (++readers == 1)
        pthread_mutex_lock(&room);
    pthread_mutex_unlock(&mutex);

    pthread_mutex_lock(&mutex);
    if (--readers == 0)
        pthread_mutex_unlock(&room); /* perhaps locked by another reader */
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
