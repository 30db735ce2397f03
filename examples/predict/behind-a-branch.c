/* The consumer of the recorded run sees nothing ready, so no order of its steps comes to the assertion: predict --explore does. */
#include <assert.h>
#include <pthread.h>

int ready;
int data;

static void *producer(void *unused) {
    data = 1;
    ready = 1; /* too early */
    data = 2;
    return 0;
}

static void *consumer(void *unused) {
    if (ready)
        assert(data == 2);
    return 0;
}

int main(void) {
    pthread_t c, p;
    pthread_create(&c, 0, consumer, 0);
    pthread_create(&p, 0, producer, 0);
    pthread_join(c, 0);
    pthread_join(p, 0);
    return 0;
}
