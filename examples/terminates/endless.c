/* A loop without an end. */
#include <pthread.h>



static void *worker(void *unused)
{
    for (;;)
        ;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
