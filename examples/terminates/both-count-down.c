/* Both threads count the same number down. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int n;

static void *worker(void *unused)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        int left = n;
        if (left > 0)
            n = left - 1;
        __VERIFIER_atomic_end();
        if (left <= 0)
            break;
    }
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
