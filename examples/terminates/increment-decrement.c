/* One thread counts down while the other counts up: nobody wins for certain. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

signed char x = 1;
int turn;

static void *down(void *unused)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        if (x <= 0) {
            __VERIFIER_atomic_end();
            break;
        }
        x = x - 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

static void *up(void *unused)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        if (x < 100)
            x = x + 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, down, NULL);
    pthread_create(&t2, NULL, up, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
