/* Read-copy-update without the grace period: the old version is freed under the reader's hands.
 *
 * Try:    moirai check examples/check/rcu-no-grace-period.c --engine explicit
 * Expect: VERDICT: VIOLATED memory
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version {
    int left, right;
};

_Atomic(struct version *) current;

static struct version *make(int value)
{
    struct version *fresh = malloc(sizeof *fresh);
    fresh->left = value;
    fresh->right = -value;
    return fresh;
}

static void *reader(void *unused)
{
    struct version *seen = current;
    assert(seen->left + seen->right == 0);
    return unused;
}

static void *writer(void *unused)
{
    struct version *old = atomic_exchange(&current, make(2));
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
    return 0;
}
