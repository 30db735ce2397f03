/* Dining philosophers who all take the fork with the smaller number first: no cycle, no deadlock.
 *
 * Try:    moirai check examples/check/philosophers-ordered.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <pthread.h>

#define N 3

pthread_mutex_t forks[N];

static void *philosopher(void *argument)
{
    int seat = *(int *)argument;
    int left = seat, right = (seat + 1) % N;
    int first = left < right ? left : right;
    int second = left < right ? right : left;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    /* eats */
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    int seats[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&threads[i], NULL, philosopher, &seats[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
