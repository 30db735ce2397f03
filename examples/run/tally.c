/* Three clerks count 33 ballots each, and the last of them without the lock. Of a run of five hundred steps that goes wrong a handful
 * are to blame.
 *
 * Try:    moirai run examples/run/tally.c --seed 7
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BALLOTS 33

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
atomic_int opened;

static void *clerk(void *unused)
{
    for (int i = 1; i <= BALLOTS; i++) {
        opened++;
        if (i % BALLOTS == 0) {
            total++; /* should hold the lock */
            continue;
        }
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t clerks[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&clerks[i], NULL, clerk, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(clerks[i], NULL);
    assert(total == 3 * BALLOTS);
    return 0;
}
