/* The pattern of atom002: records are put into a buffer in pieces, each piece under the lock, all of them one transaction;
   whoever flushes the buffer in between tears a record apart. PIECES makes it longer. With FIXED the two take turns, which a
   variable says: the locks are as before, and only data keeps them apart. */
#include <moirai.h>
#include <pthread.h>

#ifndef PIECES
#define PIECES 45
#endif
#define SIZE 64

int buffer[SIZE], length, flushed, records;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int turn;

static void put(int piece) {
    pthread_mutex_lock(&m);
    buffer[length] = piece;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    length = length + 1;
    pthread_mutex_unlock(&m);
}

static void *producer(void *unused) {
    MOIRAI_ATOMIC_BEGIN();
    for (int i = 0; i < PIECES; i++) put(i);
    pthread_mutex_lock(&m);
    records = records + 1;
    pthread_mutex_unlock(&m);
    MOIRAI_ATOMIC_END();
    pthread_mutex_lock(&m);
    turn = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *flusher(void *unused) {
#ifdef FIXED
    int now;
    do {
        pthread_mutex_lock(&m);
        now = turn;
        pthread_mutex_unlock(&m);
    } while (!now);
#endif
    pthread_mutex_lock(&m);
    int count = length;
    length = 0;
    records = 0;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < count; i++) flushed += i;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, flusher, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
