/* Only the first step of the other thread lets this one go, and then it never ends. (A gap in the published
 * algorithm would have this proved.) */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

extern void __VERIFIER_assume(int);

int flag;

static void *waiter(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(flag == 1);
    __VERIFIER_atomic_end();
    for (;;)
        ;
    return NULL;
}

static void *setter(void *unused)
{
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
