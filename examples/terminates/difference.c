/* Two numbers approach each other. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    while (a < b) {
        a++;
        b--;
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
