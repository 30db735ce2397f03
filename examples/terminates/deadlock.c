/* Two locks in opposite orders: both threads may wait for ever, but nobody makes steps for ever. */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int x = 3, y = 3;

static void *first(void *unused)
{
    while (x > 0) {
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
        x--;
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
    return NULL;
}

static void *second(void *unused)
{
    while (y > 0) {
        pthread_mutex_lock(&b);
        pthread_mutex_lock(&a);
        y--;
        pthread_mutex_unlock(&a);
        pthread_mutex_unlock(&b);
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
