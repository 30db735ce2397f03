/* The loop is in a function that both threads call. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int take(void)
{
    pthread_mutex_lock(&m);
    int got = n > 0;
    if (got)
        n = n - 1;
    pthread_mutex_unlock(&m);
    return got;
}

static void *first(void *unused)
{
    while (take())
        ;
    return NULL;
}

static void *second(void *unused)
{
    while (take())
        ;
    return NULL;
}

int main(void)
{
    n = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
