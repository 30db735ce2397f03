/* Double-checked locking as it is usually written: the first look at a plain pointer races with the
 * store under the lock. Every interleaving gives the right answer, but the compiler and the processor
 * may reorder what interleavings cannot, so it is undefined behaviour in C.
 *
 * Try:    moirai check examples/check/double-checked-locking-plain.c --engine explicit --property data-race
 * Expect: VERDICT: VIOLATED data-race      (the default properties hold)
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int port;
};

struct config *shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *instance(void)
{
    if (shared == NULL) {
        pthread_mutex_lock(&mutex);
        if (shared == NULL) {
            struct config *fresh = malloc(sizeof *fresh);
            fresh->port = 80;
            shared = fresh;
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
