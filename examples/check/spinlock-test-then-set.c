/* A spin lock that tests and sets in two steps: the classic beginner's lock.
 *
 * Try:    moirai check examples/check/spinlock-test-then-set.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion      (with --property data-race: VIOLATED data-race)
 */
#include <assert.h>
#include <pthread.h>

volatile int lock;
int counter;

static void *worker(void *unused)
{
    while (lock)
        ;
    lock = 1;
    counter++;
    lock = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
