/* The sieve of Eratosthenes as a team: each worker crosses out the multiples of the next number that
 * is still standing, taken from a shared counter.
 *
 * Try:    moirai run examples/run/primes.c
 * Expect: the same primes for every seed
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define LIMIT 60
#define WORKERS 3

atomic_bool crossed_out[LIMIT];
atomic_int next = 2;

static void *sieve(void *unused)
{
    for (;;) {
        int n = atomic_fetch_add(&next, 1);
        if (n * n >= LIMIT)
            return unused;
        if (crossed_out[n])
            continue;
        for (int multiple = n * n; multiple < LIMIT; multiple += n)
            crossed_out[multiple] = 1;
    }
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, sieve, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    for (int n = 2; n < LIMIT; n++)
        if (!crossed_out[n])
            printf("%d ", n);
    printf("\n");
    return 0;
}
