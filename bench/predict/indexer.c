/* The family "indexer": THREADS threads enter messages into a shared hash table of 128 entries by compare-and-swap, and go
   to the next entry where one is taken. With up to eleven threads no two hash to the same entry. The first thread asserts
   that it finds the entry of its message WATCH free: whether another thread can be there before depends on who collides with it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 10
#endif
#ifndef WATCH
#define WATCH 1
#endif
#define SIZE 128
#define MESSAGES 4

atomic_int table[SIZE];

static void *indexer(void *argument) {
    int id = (int)(long)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int w = m * 11 + id;
        int h = (w * 7) % SIZE;
        if (id == 0 && m == WATCH) assert(table[h] == 0);
        int empty = 0;
        while (!atomic_compare_exchange_strong(&table[h], &empty, w)) {
            h = (h + 1) % SIZE;
            empty = 0;
        }
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, indexer, (void *)(long)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
    return 0;
}
