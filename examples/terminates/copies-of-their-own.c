/* Any number of threads, each with a loop of its own. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int total;

static void *worker(void *unused)
{
    for (int i = 0; i < 10; i++) {
        __VERIFIER_atomic_begin();
        total = total + 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    int threads = __VERIFIER_nondet_int();
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
    }
    return 0;
}
