/* A thread works until it is told to stop, or until the work is done. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int stop;
int work;

static void *worker(void *unused)
{
    while (!stop && work > 0)
        work--;
    return NULL;
}

static void *controller(void *unused)
{
    stop = 1;
    return NULL;
}

int main(void)
{
    work = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, controller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
