/* Every round costs a credit of a semaphore to which nobody adds. */
#include <pthread.h>
#include <semaphore.h>

sem_t credits;

static void *spender(void *unused)
{
    for (;;)
        sem_wait(&credits);
    return NULL;
}

int main(void)
{
    sem_init(&credits, 0, 5);
    pthread_t t1;
    pthread_create(&t1, NULL, spender, NULL);
    pthread_join(t1, NULL);
    return 0;
}
