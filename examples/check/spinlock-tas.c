/* Test-and-set spin lock over C11's atomic_flag.
 *
 * Try:    moirai check examples/check/spinlock-tas.c --engine explicit --property assertion,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int counter;

static void *worker(void *unused)
{
    for (int i = 0; i < 2; i++) {
        while (atomic_flag_test_and_set(&lock))
            ;
        counter++;
        atomic_flag_clear(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
