#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static int initialised, again;

static void initialise(void) { initialised++; }
static void also(void) { again++; }

static void *worker(void *argument) {
    pthread_once(&control, initialise);
    call_once(&flag, also);
    assert(initialised == 1 && again == 1);
    return argument;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    assert(initialised == 1 && again == 1);
    return 0;
}
