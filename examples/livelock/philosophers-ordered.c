/*
 * Dining philosophers who put the first fork down when they cannot have the second, and all begin with the lower one.
 * Whoever holds the highest fork in use can go on, so that not all fail for ever.
 *
 *   moirai livelock examples/livelock/philosophers-ordered.c
 */
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t fork_[N];

void *philosopher(void *arg) {
    int me = (int)(long)arg;
    int left = me < (me + 1) % N ? me : (me + 1) % N;
    int right = me < (me + 1) % N ? (me + 1) % N : me;
    while (1) {
        pthread_mutex_lock(&fork_[left]);
        if (pthread_mutex_trylock(&fork_[right]) == 0) {
            pthread_mutex_unlock(&fork_[right]); /* has eaten */
            pthread_mutex_unlock(&fork_[left]);
            return 0;
        }
        pthread_mutex_unlock(&fork_[left]);
    }
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
