/*
 * Dining philosophers who wait for their forks: a deadlock, which is no livelock, as nobody moves.
 *
 *   moirai livelock examples/livelock/philosophers-blocking.c
 */
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t fork_[N];

void *philosopher(void *arg) {
    int me = (int)(long)arg;
    pthread_mutex_lock(&fork_[me]);
    pthread_mutex_lock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[me]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
