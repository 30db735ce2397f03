/* As many threads as there is room for handles. */
#include <pthread.h>

pthread_t threads[6];
int started;
int done;

static void *worker(void *unused)
{
    done = done + 1;
    return NULL;
}

int main(void)
{
    while (started < 6) {
        pthread_create(&threads[started], NULL, worker, NULL);
        started = started + 1;
    }
    return 0;
}
