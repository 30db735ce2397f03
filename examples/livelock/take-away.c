/*
 * A thread takes from a heap of unknown size until nothing is left, and main takes one too. There are too many states to see them all, but each
 * time round something is taken away: `moirai terminates` proves that every run ends, and so there is no livelock.
 *
 *   moirai livelock examples/livelock/take-away.c
 */
#include <pthread.h>
#include <stdbool.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned left;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *taker(void *unused) {
    bool empty = false;
    while (!empty) {
        pthread_mutex_lock(&lock);
        empty = left == 0;
        if (!empty) left = left - 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    left = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, taker, 0);
    pthread_mutex_lock(&lock);
    if (left > 0) left = left - 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
