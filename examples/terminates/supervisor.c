/* A supervisor starts a worker, waits for its end and starts the next one, for ever; each is another thread. */
#include <pthread.h>

unsigned jobs;

static void *worker(void *unused)
{
    for (int i = 0; i < 3; i++)
        jobs++;
    return NULL;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
}
