/* The limit that one thread counts to is raised by another, without end. */
#include <pthread.h>

int i, limit = 1;

static void *counter(void *unused)
{
    while (i < limit)
        if (i < 50)
            i = i + 1;
        else
            i = 0;
    return NULL;
}

static void *raises(void *unused)
{
    for (;;)
        limit = 100;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_create(&t2, NULL, raises, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
