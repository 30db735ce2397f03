/* The same counter without the mutex: an increment is a read and a write.
 *
 * Try:    moirai check examples/check/counter-race.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion      (with --property data-race: VIOLATED data-race)
 */
#include <assert.h>
#include <pthread.h>

int counter;

static void *increment(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
