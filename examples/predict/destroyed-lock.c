/* The lock is destroyed once the flag says that the worker is done, but the worker still holds it then. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
_Atomic int done;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t w;
    pthread_create(&w, 0, worker, 0);
    while (!done) {}
    pthread_mutex_destroy(&m);
    pthread_join(w, 0);
    return 0;
}
