/* Two threads add to a counter by a compare-and-swap that may fail for no reason: any number of times, but not for
 * ever. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *adder(void *unused)
{
    int seen = counter;
    while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1))
        ;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, adder, NULL);
    pthread_create(&t2, NULL, adder, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
