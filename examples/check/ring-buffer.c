/* Ring buffer for one producer and one consumer: no lock, two atomic indices, the slot is written
 * before the index that publishes it.
 *
 * Try:    moirai check examples/check/ring-buffer.c --engine explicit --property assertion,data-race
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 3

int slots[SIZE];
atomic_uint written, read;

static void *producer(void *unused)
{
    for (int item = 1; item <= ITEMS; item++) {
        unsigned at = atomic_load(&written);
        while (at - atomic_load(&read) == SIZE)
            ; /* full */
        slots[at % SIZE] = item;
        atomic_store(&written, at + 1);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int item = 1; item <= ITEMS; item++) {
        unsigned at = atomic_load(&read);
        while (atomic_load(&written) == at)
            ; /* empty */
        assert(slots[at % SIZE] == item);
        atomic_store(&read, at + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
