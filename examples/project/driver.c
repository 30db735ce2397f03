/* A test of the queue alone: moirai check -p . --main driver.c */
#include "queue.h"
#include <assert.h>
#include <pthread.h>

static struct queue *queue;

static void *put(void *job)
{
    queue_put(queue, *(int *) job);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int job = 7;
    queue = queue_new();
    pthread_create(&thread, 0, put, &job);
    assert(queue_take(queue) == 7);
    pthread_join(thread, 0);
    return 0;
}
