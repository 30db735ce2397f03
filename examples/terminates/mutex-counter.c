/* Two threads count a shared number down under a mutex, reading and writing apart. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    int seen;
    do {
        pthread_mutex_lock(&m);
        seen = n;
        if (seen > 0)
            n = seen - 1;
        pthread_mutex_unlock(&m);
    } while (seen > 0);
    return NULL;
}

int main(void)
{
    n = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
