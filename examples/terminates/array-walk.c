/* How often the loop runs depends on what the array holds, which is not followed. */
#include <pthread.h>

int next[4] = {1, 2, 3, -1};

static void *worker(void *unused)
{
    int at = 0;
    while (at >= 0)
        at = next[at];
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
