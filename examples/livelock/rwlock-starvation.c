/*
 * A read-write lock that prefers readers: as long as one reader comes before the other leaves, the writer waits. Both
 * readers and the scheduler do nothing wrong.
 *
 *   moirai livelock examples/livelock/rwlock-starvation.c --thread writer
 */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int readers, writing;

void *reader(void *unused) {
    while (1) {
        pthread_mutex_lock(&mutex);
        if (!writing) readers++;
        pthread_mutex_unlock(&mutex);
        /* reads, if it may */
        pthread_mutex_lock(&mutex);
        if (readers > 0) readers--;
        pthread_mutex_unlock(&mutex);
    }
}

void *writer(void *unused) {
    int mine = 0;
    while (!mine) {
        pthread_mutex_lock(&mutex);
        if (readers == 0) mine = writing = 1;
        pthread_mutex_unlock(&mutex);
    }
    /* writes */
    pthread_mutex_lock(&mutex);
    writing = 0;
    pthread_mutex_unlock(&mutex);
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
