/* The inner loop runs as often as the outer one says. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int n = __VERIFIER_nondet_int();
    while (n > 0) {
        int k = n;
        while (k > 0)
            k--;
        n--;
    }
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
