/* Transfers without any lock: an update is lost, money appears or vanishes.
 *
 * Try:    moirai check examples/check/bank-transfer-race.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion      (with --property data-race: VIOLATED data-race)
 */
#include <assert.h>
#include <pthread.h>

int alice = 100, bob = 100;

static void *to_bob(void *unused)
{
    alice -= 30;
    bob += 30;
    return unused;
}

static void *to_alice(void *unused)
{
    bob -= 50;
    alice += 50;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, to_bob, NULL);
    pthread_create(&b, NULL, to_alice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(alice + bob == 200);
    return 0;
}
