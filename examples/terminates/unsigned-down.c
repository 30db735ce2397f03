/* An unsigned number counts down to zero, where it stops. */
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);



static void *worker(void *unused)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
