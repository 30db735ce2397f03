/* Three dining philosophers (Dijkstra 1965), each of whom takes the left fork first.
 *
 * Try:    moirai check examples/check/philosophers.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <pthread.h>

#define N 3

pthread_mutex_t forks[N];

static void *philosopher(void *argument)
{
    int seat = *(int *)argument;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % N]);
    /* eats */
    pthread_mutex_unlock(&forks[(seat + 1) % N]);
    pthread_mutex_unlock(&forks[seat]);
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
