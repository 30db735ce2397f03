/* One thread moves units from x to y, the other takes them out of y: y rises only as x falls. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (x <= 0)
            break;
        x = x - 1;
        y = y + 1;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *take(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (y <= 0)
            break;
        y = y - 1;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, move, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
