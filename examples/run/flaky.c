/* A test that nearly always passes: the assertion fails only if the worker is interrupted between its
 * read and its write. Try a few seeds, save the failing schedule, and replay it as often as you like.
 *
 * Try:    moirai run examples/run/flaky.c --seed 1
 *         moirai run examples/run/flaky.c --seed 1 --save-schedule flaky.json
 *         moirai run examples/run/flaky.c --schedule flaky.json
 * Expect: some seeds end with VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int hits;

static void *visit(void *unused)
{
    int before = hits;
    hits = before + 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, visit, NULL);
    pthread_create(&b, NULL, visit, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d hits\n", hits);
    assert(hits == 2);
    return 0;
}
