/* A lock of one bit, taken by compare-and-swap in a loop: the loser may spin for as long as the scheduler likes. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int bit;

static void *worker(void *unused)
{
    int zero = 0;
    while (!atomic_compare_exchange_strong(&bit, &zero, 1))
        zero = 0;
    bit = 0;
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
