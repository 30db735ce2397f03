#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t done;

static void *detached(void *argument) {
    sem_post(&done);
    return argument;
}

static void *joinable(void *argument) {
    assert(!pthread_equal(pthread_self(), *(pthread_t *) argument));
    usleep(5);
    pthread_exit((void *) 42);
}

int main(void) {
    pthread_t thread, self = pthread_self();
    pthread_attr_t attributes;
    int state;
    void *value;
    sem_init(&done, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_create(&thread, &attributes, joinable, &self);
    assert(pthread_join(thread, &value) == 0 && value == (void *) 42);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, detached, 0);
    pthread_attr_destroy(&attributes);
    sem_wait(&done);
    pthread_create(&thread, 0, detached, 0);
    assert(pthread_detach(thread) == 0);
    sem_wait(&done);
    assert(rand() >= 0 && random() >= 0 && getenv("HOME") == NULL && sysconf(_SC_PAGESIZE) == 4096);
    return 0;
}
