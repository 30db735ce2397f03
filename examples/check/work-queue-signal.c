/* The work queue whose shutdown wakes only one of the sleeping workers.
 *
 * Try:    moirai check examples/check/work-queue-signal.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <pthread.h>
#include <stdbool.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
bool shutting_down;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!shutting_down)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    shutting_down = true;
    pthread_cond_signal(&changed); /* should be broadcast */
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
