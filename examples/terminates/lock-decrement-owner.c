/* As lock-decrement, but the lock is a number that says who holds it, and the other thread writes x only while it
 * says so: a proof that knows the globals only will do. After Figure 2 of Cook, Podelski and Rybalchenko (PLDI 2007). */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

extern void __VERIFIER_assume(int);

int x;
int owner; /* 0: free, 1: decrement, 2: assign */

static void *decrement(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(owner == 0);
    owner = 1;
    __VERIFIER_atomic_end();
    for (;;) {
        __VERIFIER_atomic_begin();
        if (x <= 0) {
            __VERIFIER_atomic_end();
            break;
        }
        x = x - 1;
        __VERIFIER_atomic_end();
    }
    owner = 0;
    return NULL;
}

static void *assign(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(owner == 0);
        owner = 2;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        if (owner == 2)
            x = __VERIFIER_nondet_int();
        __VERIFIER_atomic_end();
        owner = 0;
    }
    return NULL;
}

int main(void)
{
    x = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, decrement, NULL);
    pthread_create(&t2, NULL, assign, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
