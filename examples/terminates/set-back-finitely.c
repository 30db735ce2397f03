/* One thread counts up; the other sets the count back, to anything, a number of times. Neither thread alone shows that the
 * counting ends: together they do. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

static void *count(void *unused)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        int seen = x;
        if (seen < 100)
            x = seen + 1;
        __VERIFIER_atomic_end();
        if (seen >= 100)
            break;
    }
    return NULL;
}

static void *set_back(void *unused)
{
    int times = __VERIFIER_nondet_int();
    while (times > 0) {
        x = __VERIFIER_nondet_int();
        times = times - 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, set_back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
