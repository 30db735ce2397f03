/* As figure-1.c, but both writes to x write the same: then the values alone betray the error.
   A writer updates x and y, a reader looks at y when x is large enough. The recorded run is fine, because x and y were
   both written before the reader came; the reader may come between the two. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x, y;
sem_t l;

void *writer(void *unused) {
    int a = x;
    sem_wait(&l);
    x = 1 + a;
    sem_post(&l);
    y = 1 + a;
    sem_wait(&l);
    x = 1 + a;
    sem_post(&l);
    return 0;
}

void *reader(void *unused) {
    int b = 0;
    sem_wait(&l);
    if (x > b) assert(y == 1);
    sem_post(&l);
    return 0;
}

int main(void) {
    pthread_t w, r;
    sem_init(&l, 0, 1);
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
    return 0;
}
