/* P2. Two increments without a lock: one may get lost. */
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *unused) {
    counter = counter + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
