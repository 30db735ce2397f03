/*
 * The same with POSIX read-write locks, which need not keep new readers out while a writer waits: the writer is never
 * able to move as long as the readers overlap, so that leaving it out is even strongly fair.
 *
 *   moirai livelock examples/livelock/rwlock-pthread.c --thread writer
 */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *reader(void *unused) {
    while (1) {
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
}

void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b, w;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    pthread_join(w, 0);
    return 0;
}
