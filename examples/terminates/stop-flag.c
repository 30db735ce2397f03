/* A thread works until it is told to stop; who tells it may take its time. */
#include <pthread.h>

int stop;

static void *worker(void *unused)
{
    while (!stop)
        ;
    return NULL;
}

static void *controller(void *unused)
{
    stop = 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, controller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
