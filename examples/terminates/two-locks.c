/* Each counter has a lock of its own. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int a, b;
pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lb = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused)
{
    pthread_mutex_lock(&la);
    while (a > 0)
        a = a - 1;
    pthread_mutex_unlock(&la);
    pthread_mutex_lock(&lb);
    b = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&lb);
    return NULL;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&lb);
    while (b > 0)
        b = b - 1;
    pthread_mutex_unlock(&lb);
    pthread_mutex_lock(&la);
    a = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&la);
    return NULL;
}

int main(void)
{
    a = __VERIFIER_nondet_int();
    b = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
