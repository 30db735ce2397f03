/* Home-made once: both threads may find it not done.
 *
 * Try:    moirai check examples/check/once-check-then-act.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool done;
atomic_int initialised;

static void *user(void *unused)
{
    if (!done) {
        initialised++;
        done = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(initialised == 1);
    return 0;
}
