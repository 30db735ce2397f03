/* A writer that holds the lock for reading only: two of them may run at once and lose an update.
 *
 * Try:    moirai check examples/check/rwlock-write-under-read.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion      (with --property data-race: VIOLATED data-race)
 */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int hits;

static void *lookup(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    hits++; /* statistics, but a write all the same */
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, lookup, NULL);
    pthread_create(&b, NULL, lookup, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(hits == 2);
    return 0;
}
