/* A signed counter cannot grow for ever: it overflows, and then C says nothing. Neither a proof nor a run is right. */
#include <pthread.h>

int n;

static void *counter(void *unused)
{
    for (;;)
        n = n + 1;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_join(t1, NULL);
    return 0;
}
