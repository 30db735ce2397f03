/* Two threads push a number up while it is negative, one pushes it down while it is not. */
#include <pthread.h>

int x = -2;

static void *up(void *unused)
{
    while (x < 0)
        x = x + 1;
    return NULL;
}

static void *down(void *unused)
{
    while (x > -1)
        x = x - 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, down, NULL);
    pthread_create(&t2, NULL, up, NULL);
    pthread_create(&t3, NULL, up, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
