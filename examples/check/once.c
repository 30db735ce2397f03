/* Initialisation by whoever comes first, exactly once: pthread_once.
 *
 * Try:    moirai check examples/check/once.c --engine explicit --property assertion,deadlock,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int initialised;
int table[2];

static void initialise(void)
{
    initialised++;
    table[0] = 7;
    table[1] = 8;
}

static void *user(void *unused)
{
    pthread_once(&once, initialise);
    assert(table[0] + table[1] == 15);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, user, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(initialised == 1);
    return 0;
}
