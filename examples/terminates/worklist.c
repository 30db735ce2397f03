/* Workers take work, and a task may make another, smaller one. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int large, small;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        int any = large > 0 || small > 0;
        if (large > 0) {
            large = large - 1;
            small = small + 2;
        } else if (small > 0) {
            small = small - 1;
        }
        pthread_mutex_unlock(&m);
        if (!any)
            break;
    }
    return NULL;
}

int main(void)
{
    large = __VERIFIER_nondet_int();
    small = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
