/* A server-like workload for the scale of traces: THREADS workers serve REQUESTS requests each. A request is taken under one
   lock, worked on alone, and booked under another; the statistics lack a lock at one place. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef REQUESTS
#define REQUESTS 20
#endif

int next_request, served, last_served;
long cost;
pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, book = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
    int id = (int)(long)argument;
    for (int i = 0; i < REQUESTS; i++) {
        pthread_mutex_lock(&queue);
        int request = next_request++;
        pthread_mutex_unlock(&queue);
        int work = 0;
        for (int k = 0; k < 5; k++) work += (id * 7 + i * 3 + k) % 11;
        pthread_mutex_lock(&book);
        served++;
        cost += work;
        pthread_mutex_unlock(&book);
        if (i % 16 == id) last_served = id;
    }
    return 0;
}

int main(void) {
    pthread_t workers[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&workers[i], 0, worker, (void *)(long)i);
    for (int i = 0; i < THREADS; i++) pthread_join(workers[i], 0);
    return served == THREADS * REQUESTS ? 0 : 1;
}
