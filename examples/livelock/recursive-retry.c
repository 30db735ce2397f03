/*
 * Two threads take two locks in opposite orders, trying: a function that calls itself takes one lock an activation, and
 * on failure gives it back while it returns. They can fail in step for ever. Contexts end deep in calls, and the lasso
 * goes down and up through them: it closes where the same calls are open with the same locals.
 *
 *   moirai livelock examples/livelock/recursive-retry.c
 */
#include <pthread.h>
#include <stdbool.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static bool take(int first, int count) {
    if (count == 0) return true;
    if (pthread_mutex_trylock(&locks[first]) != 0) return false;
    if (take(1 - first, count - 1)) return true;
    pthread_mutex_unlock(&locks[first]);
    return false;
}

static void give_back(void) {
    pthread_mutex_unlock(&locks[0]);
    pthread_mutex_unlock(&locks[1]);
}

void *upwards(void *unused) {
    while (!take(0, 2)) {}
    give_back();
    return 0;
}

void *downwards(void *unused) {
    while (!take(1, 2)) {}
    give_back();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, upwards, 0);
    pthread_create(&b, 0, downwards, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
