/* Read-copy-update in miniature: the writer publishes a new version and frees the old one only when
 * the reader is out of its critical section.
 *
 * Try:    moirai check examples/check/rcu-publish.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version {
    int left, right;
};

_Atomic(struct version *) current;
atomic_int reading;

static struct version *make(int value)
{
    struct version *fresh = malloc(sizeof *fresh);
    fresh->left = value;
    fresh->right = -value;
    return fresh;
}

static void *reader(void *unused)
{
    reading = 1;
    struct version *seen = current;
    assert(seen->left + seen->right == 0);
    reading = 0;
    return unused;
}

static void *writer(void *unused)
{
    struct version *old = atomic_exchange(&current, make(2));
    while (reading)
        ; /* grace period */
    free(old);
    return unused;
}

int main(void)
{
    pthread_t r, w;
    current = make(1);
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    free(current);
    return 0;
}
