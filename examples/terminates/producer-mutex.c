/* A producer and a consumer take turns at a buffer under a mutex; each does a number of rounds of its own. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int rounds, buffer;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused)
{
    while (rounds > 0) {
        pthread_mutex_lock(&m);
        buffer++;
        rounds--;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

static void *consumer(void *unused)
{
    int left = __VERIFIER_nondet_int();
    while (left > 0) {
        pthread_mutex_lock(&m);
        if (buffer > 0)
            buffer--;
        left--;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void)
{
    rounds = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
