/* Readers and writers, first solution of Courtois, Heymans and Parnas (1971): the first reader locks
 * the writers out, the last one lets them in.
 *
 * Try:    moirai check examples/check/readers-writers.c --engine explicit
 * Expect: VERDICT: HOLDS      (a semaphore, because the last reader need not be the first one)
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t room;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int readers;
int left, right;

static void *reader(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&mutex);

    assert(left == right);

    pthread_mutex_lock(&mutex);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *writer(void *unused)
{
    sem_wait(&room);
    left++;
    right++;
    sem_post(&room);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    sem_init(&room, 0, 1);
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_create(&threads[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
