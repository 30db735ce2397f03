/* A function that calls itself is refused by name. */
#include <pthread.h>

static int depth(int n)
{
    return n <= 0 ? 0 : 1 + depth(n - 1);
}

static void *worker(void *unused)
{
    depth(3);
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
