/*
 * Dining philosophers who put the first fork down when they cannot have the second. Nobody gets stuck, but all of them
 * may take, fail and put down in step, for ever.
 *
 *   moirai livelock examples/livelock/philosophers-trylock.c
 *   moirai livelock examples/livelock/philosophers-trylock.c -D N=10 --stem 1 --lasso 1
 */
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t fork_[N];

void *philosopher(void *arg) {
    int me = (int)(long)arg;
    int left = me, right = (me + 1) % N;
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
