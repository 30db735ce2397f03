/* main destroys the mutex while the worker may still hold it.
 *
 * Try:    moirai check examples/check/destroy-locked.c --engine explicit
 * Expect: VERDICT: VIOLATED lock-misuse
 */
#include <pthread.h>

pthread_mutex_t mutex;
int shared;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&mutex, NULL);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_destroy(&mutex); /* should come after the join */
    pthread_join(thread, NULL);
    return 0;
}
