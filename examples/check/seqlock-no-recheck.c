/* Sequence lock whose reader waits for an even version but does not look again after reading.
 *
 * Try:    moirai check examples/check/seqlock-no-recheck.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint version;
atomic_int left = 1, right = -1;

static void *writer(void *unused)
{
    version++;
    left = 2;
    right = -2;
    version++;
    return unused;
}

static void *reader(void *unused)
{
    while (version % 2 != 0)
        ;
    int l = left;
    int r = right;
    assert(l + r == 0); /* the writer may have come in between */
    return unused;
}

int main(void)
{
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
