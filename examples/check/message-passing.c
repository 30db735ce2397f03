/* Plain data handed over under the protection of an atomic flag: the reader touches it only when the flag is up, so the
 * two accesses are never possible at the same time. No lock, and no race.
 *
 * Try:    moirai check examples/check/message-passing.c --property data-race --engine order
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *sender(void *unused)
{
    data = 42;
    ready = 1;
    return unused;
}

static void *receiver(void *unused)
{
    if (ready)
        assert(data == 42);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
