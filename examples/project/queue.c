#include "queue.h"
#include <pthread.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 4
#endif

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int jobs[CAPACITY];
    int first, count, closed;
};

struct queue *queue_new(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_mutex_init(&queue->lock, 0);
    pthread_cond_init(&queue->changed, 0);
    return queue;
}

void queue_put(struct queue *queue, int job)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == CAPACITY) pthread_cond_wait(&queue->changed, &queue->lock);
    queue->jobs[(queue->first + queue->count++) % CAPACITY] = job;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

int queue_take(struct queue *queue)
{
    int job = -1;
    pthread_mutex_lock(&queue->lock);
    while (!queue->count && !queue->closed) pthread_cond_wait(&queue->changed, &queue->lock);
    if (queue->count) {
        job = queue->jobs[queue->first];
        queue->first = (queue->first + 1) % CAPACITY;
        queue->count--;
    }
    pthread_mutex_unlock(&queue->lock);
    return job;
}

/* Wakes one of those who wait; the others wait for ever. */
void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = 1;
#ifdef WAKE_ALL
    pthread_cond_broadcast(&queue->changed);
#else
    pthread_cond_signal(&queue->changed);
#endif
    pthread_mutex_unlock(&queue->lock);
}
