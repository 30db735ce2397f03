/* A thread gives up after some tries. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *trier(void *unused)
{
    int tries = 10;
    while (tries > 0 && pthread_mutex_trylock(&m) != 0)
        tries--;
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
