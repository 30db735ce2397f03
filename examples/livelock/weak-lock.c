/* A spin lock taken by a weak compare-and-exchange, which may fail for no reason, but not for ever: no livelock. With
 * -D FORGETFUL the owner does not give it back, and the other spins for ever. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;

static void *worker(void *unused)
{
    int expected = 0;
    while (!atomic_compare_exchange_weak(&held, &expected, 1))
        expected = 0;
#ifndef FORGETFUL
    atomic_store(&held, 0);
#endif
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
