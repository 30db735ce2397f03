/* Fork and join: each thread sums its half, the halves come back as return values.
 *
 * Try:    moirai check examples/check/parallel-sum.c --engine explicit --property assertion,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int numbers[4] = {1, 2, 3, 4};

static void *sum(void *argument)
{
    int *half = argument;
    return (void *)(intptr_t)(half[0] + half[1]);
}

int main(void)
{
    pthread_t threads[2];
    intptr_t total = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, sum, &numbers[2 * i]);
    for (int i = 0; i < 2; i++) {
        void *part;
        pthread_join(threads[i], &part);
        total += (intptr_t)part;
    }
    assert(total == 10);
    return 0;
}
