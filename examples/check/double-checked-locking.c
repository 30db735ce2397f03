/* Double-checked locking done right: the pointer that is read without the lock is atomic.
 *
 * Try:    moirai check examples/check/double-checked-locking.c --engine explicit --property assertion,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int port;
};

_Atomic(struct config *) shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int created;

static struct config *instance(void)
{
    struct config *seen = atomic_load(&shared);
    if (seen == NULL) {
        pthread_mutex_lock(&mutex);
        seen = atomic_load(&shared);
        if (seen == NULL) {
            seen = malloc(sizeof *seen);
            seen->port = 80;
            created++;
            atomic_store(&shared, seen);
        }
        pthread_mutex_unlock(&mutex);
    }
    return seen;
}

static void *user(void *unused)
{
    assert(instance()->port == 80);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(created == 1);
    return 0;
}
