/* The limit that one thread counts to is raised by another, ten times. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int limit;

static void *counter(void *unused)
{
    for (int i = 0; i < limit; i++)
        ;
    return NULL;
}

static void *raises(void *unused)
{
    for (int k = 0; k < 10; k++) {
        __VERIFIER_atomic_begin();
        limit = limit + 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    limit = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_create(&t2, NULL, raises, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
