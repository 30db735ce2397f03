/* One of the threads writes without the lock: what the other counts down can be set back for ever. */
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *decrement(void *unused)
{
    pthread_mutex_lock(&m);
    while (x > 0)
        x = x - 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *assign(void *unused)
{
    for (;;)
        x = 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, decrement, NULL);
    pthread_create(&t2, NULL, assign, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
