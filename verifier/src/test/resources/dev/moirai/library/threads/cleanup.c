#include <assert.h>
#include <pthread.h>

static int order[4], count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(void *argument) { order[count++] = *(int *) argument; }
static void unlock(void *argument) { pthread_mutex_unlock(argument); }

static void *worker(void *argument) {
    static int one = 1, two = 2, three = 3;
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, &three);
    pthread_cleanup_push(unlock, &lock);
    pthread_mutex_lock(&lock);
    if (argument) pthread_exit(argument);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t thread;
    void *value;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &value);
    assert(value == 0 && count == 1 && order[0] == 2);
    pthread_create(&thread, 0, worker, &value);
    pthread_join(thread, &value);
    assert(value == &value && count == 4 && order[1] == 2 && order[2] == 3 && order[3] == 1);
    assert(pthread_mutex_trylock(&lock) == 0);
    return 0;
}
