/* A thread waits for a flag that the other sets only if it feels like it. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int flag;

static void *waiter(void *unused)
{
    while (!flag)
        ;
    return NULL;
}

static void *setter(void *unused)
{
    if (__VERIFIER_nondet_int())
        flag = 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
