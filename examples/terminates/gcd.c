/* Euclid by subtraction. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a <= 0 || b <= 0)
        return NULL;
    while (a != b) {
        if (a > b)
            a = a - b;
        else
            b = b - a;
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
