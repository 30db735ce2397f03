#include "queue.h"
#include <pthread.h>
#include <stdio.h>

static struct queue *queue;

static void *work(void *unused)
{
    int job;
    while ((job = queue_take(queue)) >= 0) printf("job %d\n", job);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t workers[2];
    queue = queue_new();
    for (int i = 0; i < 2; i++) pthread_create(&workers[i], 0, work, 0);
    for (int i = 1; i < argc; i++) queue_put(queue, argv[i][0] - '0');
    queue_close(queue);
    for (int i = 0; i < 2; i++) pthread_join(workers[i], 0);
    return 0;
}
