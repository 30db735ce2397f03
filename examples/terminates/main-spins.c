/* Main spins until the thread is done. */
#include <pthread.h>

int done;

static void *worker(void *unused)
{
    done = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    while (!done)
        ;
    pthread_join(thread, NULL);
    return 0;
}
