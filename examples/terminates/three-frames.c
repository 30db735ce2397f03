/* Three threads, each with a counter of its own: nobody touches another's. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int shared;

static void *worker(void *unused)
{
    int mine = __VERIFIER_nondet_int();
    while (mine > 0) {
        shared = mine;
        mine--;
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_create(&t3, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
