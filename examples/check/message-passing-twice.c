/* As message-passing.c, but the sender goes on writing after it has raised the flag.
 *
 * Try:    moirai check examples/check/message-passing-twice.c --property data-race --engine order
 * Expect: VERDICT: VIOLATED data-race      (with --property assertion: VIOLATED assertion)
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
    data = 43;
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
