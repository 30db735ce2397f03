/* The thread is started before the mutex it uses is initialised.
 *
 * Try:    moirai check examples/check/lock-before-init.c --engine explicit
 * Expect: VERDICT: VIOLATED lock-misuse
 */
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t mutex;
    int length;
};

static void *worker(void *argument)
{
    struct queue *queue = argument;
    pthread_mutex_lock(&queue->mutex);
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct queue *queue = malloc(sizeof *queue);
    pthread_create(&thread, NULL, worker, queue);
    pthread_mutex_init(&queue->mutex, NULL); /* one line too late */
    pthread_join(thread, NULL);
    return 0;
}
