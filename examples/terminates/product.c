/* The limit is a product, of which nothing is known but that it stays the same. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int limit = a * b;
    for (int i = 0; i < limit; i++)
        ;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
