/* Double-checked locking that publishes the object before it is filled in: wrong even under
 * sequential consistency.
 *
 * Try:    moirai check examples/check/double-checked-locking-early.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    atomic_int port;
};

_Atomic(struct config *) shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *instance(void)
{
    if (shared == NULL) {
        pthread_mutex_lock(&mutex);
        if (shared == NULL) {
            shared = calloc(1, sizeof *shared);
            shared->port = 80; /* too late: others already see the object */
        }
        pthread_mutex_unlock(&mutex);
    }
    return shared;
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
    return 0;
}
