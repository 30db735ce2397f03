/* Two threads share a clock under a lock; it ticks for ever. Being unsigned it may. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned long ticks, seen;

static void *clock_thread(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        ticks++;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

static void *reader(void *unused)
{
    while (seen == 0) {
        pthread_mutex_lock(&m);
        seen = ticks;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, clock_thread, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
