/* Two threads raise a shared counter up to a limit, one by one and by twos. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, limit;

static void *ones(void *unused)
{
    while (x < limit) {
        __VERIFIER_atomic_begin();
        x = x + 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

static void *twos(void *unused)
{
    while (x < limit) {
        __VERIFIER_atomic_begin();
        x = x + 2;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    limit = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, ones, NULL);
    pthread_create(&t2, NULL, twos, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
