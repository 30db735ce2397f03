/* Two flags that two threads set, each its own: but they are bits of one word, and a bit is written by reading and
 * writing the word.
 *
 * Try:    moirai check examples/check/bit-fields-race.c --property data-race
 * Expect: VERDICT: VIOLATED data-race      (with --property assertion: VIOLATED assertion)
 */
#include <assert.h>
#include <pthread.h>

struct flags {
    unsigned ready : 1;
    unsigned done : 1;
};

struct flags flags;

static void *prepare(void *unused)
{
    flags.ready = 1;
    return unused;
}

static void *finish(void *unused)
{
    flags.done = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, prepare, NULL);
    pthread_create(&b, NULL, finish, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(flags.ready && flags.done);
    return 0;
}
