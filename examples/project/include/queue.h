#ifndef QUEUE_H
#define QUEUE_H

struct queue;

struct queue *queue_new(void);
void queue_put(struct queue *queue, int job);
/* The next job, or -1 when the queue is closed and empty. */
int queue_take(struct queue *queue);
void queue_close(struct queue *queue);

#endif
