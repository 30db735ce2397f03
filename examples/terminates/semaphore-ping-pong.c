/* Two threads wake each other in turn, for ever. */
#include <pthread.h>
#include <semaphore.h>

sem_t ping, pong;

static void *first(void *unused)
{
    for (;;) {
        sem_wait(&ping);
        sem_post(&pong);
    }
    return NULL;
}

static void *second(void *unused)
{
    for (;;) {
        sem_wait(&pong);
        sem_post(&ping);
    }
    return NULL;
}

int main(void)
{
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
