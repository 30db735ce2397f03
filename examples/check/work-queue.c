/* Two workers and a queue of jobs with a shutdown flag: broadcast at the end, and nobody is left asleep.
 *
 * Try:    moirai check examples/check/work-queue.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int jobs, done;
bool shutting_down;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (jobs == 0 && !shutting_down)
            pthread_cond_wait(&changed, &mutex);
        if (jobs == 0)
            break;
        jobs--;
        done++;
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, worker, NULL);

    pthread_mutex_lock(&mutex);
    jobs++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);

    pthread_mutex_lock(&mutex);
    shutting_down = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);

    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    assert(done == 1 && jobs == 0);
    return 0;
}
