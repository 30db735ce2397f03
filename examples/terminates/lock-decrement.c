/* One thread counts x down while it holds a lock; the other sets x to anything, again and again, under the same lock.
 * The first always ends; the second need not. The program of Figure 6 of Popeea and Rybalchenko (TACAS 2012): that
 * the second does not write while the first counts is known only if one knows where the second stands. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x, t;
pthread_mutex_t lck = PTHREAD_MUTEX_INITIALIZER;

static void *decrement(void *unused)
{
    pthread_mutex_lock(&lck);
    while (x > 0) {
        t = x - 1;
        x = t;
    }
    pthread_mutex_unlock(&lck);
    return NULL;
}

static void *assign(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lck);
        x = __VERIFIER_nondet_int();
        pthread_mutex_unlock(&lck);
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
