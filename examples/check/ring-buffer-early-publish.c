/* Ring buffer that publishes the index before it has filled the slot.
 *
 * Try:    moirai check examples/check/ring-buffer-early-publish.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 2

int slots[SIZE];
atomic_uint written, read;

static void *producer(void *unused)
{
    for (int item = 1; item <= ITEMS; item++) {
        unsigned at = atomic_fetch_add(&written, 1); /* too early */
        while (at - atomic_load(&read) >= SIZE)
            ;
        slots[at % SIZE] = item;
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int item = 1; item <= ITEMS; item++) {
        unsigned at = atomic_load(&read);
        while (atomic_load(&written) == at)
            ;
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
