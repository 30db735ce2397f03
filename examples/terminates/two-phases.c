/* First x is raised to zero, then y falls below it. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);



static void *worker(void *unused)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    while (y >= 0) {
        if (x < 0)
            x++;
        else
            y--;
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
