/* Bounded buffer with one mutex and two condition variables: wait in a loop, signal after each change.
 *
 * Try:    moirai check examples/check/bounded-buffer.c --engine explicit
 * Expect: VERDICT: HOLDS      (spurious wake-ups included: that is what the loops are for)
 */
#include <assert.h>
#include <pthread.h>

#define SIZE 1
#define ITEMS 2

int slots[SIZE];
int count, in, out;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void put(int item)
{
    pthread_mutex_lock(&mutex);
    while (count == SIZE)
        pthread_cond_wait(&not_full, &mutex);
    slots[in] = item;
    in = (in + 1) % SIZE;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int get(void)
{
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&not_empty, &mutex);
    assert(count > 0);
    int item = slots[out];
    out = (out + 1) % SIZE;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *producer(void *unused)
{
    for (int item = 1; item <= ITEMS; item++)
        put(item);
    return unused;
}

static void *consumer(void *unused)
{
    for (int item = 1; item <= ITEMS; item++)
        assert(get() == item);
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
