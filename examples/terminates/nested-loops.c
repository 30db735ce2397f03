/* Two loops, one in the other. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
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
