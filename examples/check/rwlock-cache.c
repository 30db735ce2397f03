/* A cache behind a read-write lock: readers share it, the writer has it alone.
 *
 * Try:    moirai check examples/check/rwlock-cache.c --engine explicit --property assertion,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int key, value;

static void *lookup(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(value == key * 10);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *update(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    key = key + 1;
    value = key * 10;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, lookup, NULL);
    pthread_create(&threads[1], NULL, lookup, NULL);
    pthread_create(&threads[2], NULL, update, NULL);
    pthread_create(&threads[3], NULL, update, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(key == 2);
    return 0;
}
