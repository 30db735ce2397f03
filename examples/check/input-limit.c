/* Two threads admit guests under a limit; the number asked for is an input of any value from 0 to 2.
 * Test and increment are not one step.
 *
 * Try:    moirai check examples/check/input-limit.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion      (only for the right inputs: the report shows them)
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define LIMIT 3

atomic_int admitted;

static void *door(void *unused)
{
    unsigned char guests = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(guests <= 2);
    if (admitted + guests <= LIMIT)
        admitted += guests;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, door, NULL);
    pthread_create(&b, NULL, door, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(admitted <= LIMIT);
    return 0;
}
