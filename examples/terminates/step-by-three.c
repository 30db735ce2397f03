/* Counts down in steps of three. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int n = __VERIFIER_nondet_int();
    while (n > 0)
        n -= 3;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
