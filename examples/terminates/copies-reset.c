/* Any number of threads count a number down, and each may reset it once more: without end if threads go on coming. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int n;

static void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        n = 3;
    while (n > 0) {
        __VERIFIER_atomic_begin();
        n = n - 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
    }
    return 0;
}
