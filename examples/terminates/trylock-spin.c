/* A thread tries a lock again and again that the other holds for ever. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused)
{
    pthread_mutex_lock(&m);
    for (;;)
        ;
    return NULL;
}

static void *trier(void *unused)
{
    while (pthread_mutex_trylock(&m) != 0)
        ;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, holder, NULL);
    pthread_create(&t2, NULL, trier, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
