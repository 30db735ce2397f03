/* Test-and-test-and-set: look first, and only try to take the lock when it seems free, so that
 * waiting costs no bus traffic. GCC's old __sync builtins.
 *
 * Try:    moirai check examples/check/spinlock-ttas.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>

volatile int lock;
int counter;

static void acquire(void)
{
    for (;;) {
        while (lock)
            ;
        if (__sync_lock_test_and_set(&lock, 1) == 0)
            return;
    }
}

static void release(void)
{
    __sync_lock_release(&lock);
}

static void *worker(void *unused)
{
    acquire();
    counter++;
    release();
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 3);
    return 0;
}
