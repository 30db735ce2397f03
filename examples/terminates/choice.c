/* Two threads, each of which repeats an assignment to x and y. Whatever they do in turn, x, y or x + y falls.
 * The program of Figure 2 of Popeea and Rybalchenko (TACAS 2012). */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

static void *first(void *unused)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        if (!(x > 0 && y > 0)) {
            __VERIFIER_atomic_end();
            break;
        }
        int old = x;
        x = old - 1;
        y = old;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

static void *second(void *unused)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        if (!(x > 0 && y > 0)) {
            __VERIFIER_atomic_end();
            break;
        }
        int old = x;
        x = y - 2;
        y = old + 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
