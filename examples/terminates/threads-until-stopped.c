/* Threads are started until one of them says stop: only if none of them ever moves does that go on for ever. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int stop;

static void *worker(void *unused)
{
    stop = 1;
    return NULL;
}

int main(void)
{
    while (!stop) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
    }
    return 0;
}
