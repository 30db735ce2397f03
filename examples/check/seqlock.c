/* Sequence lock: the writer makes the version odd while it writes; a reader that saw an odd or a
 * changed version reads again.
 *
 * Try:    moirai check examples/check/seqlock.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint version;
atomic_int left = 1, right = -1; /* always sum up to zero for a consistent reader */

static void *writer(void *unused)
{
    for (int value = 2; value <= 3; value++) {
        version++;
        left = value;
        right = -value;
        version++;
    }
    return unused;
}

static void *reader(void *unused)
{
    unsigned before;
    int l, r;
    do {
        while ((before = version) % 2 != 0)
            ;
        l = left;
        r = right;
    } while (version != before);
    assert(l + r == 0);
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
