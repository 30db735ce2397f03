/* P3. The flag is not protected, but in the recorded run the lock around the counter orders the two accesses: whoever
   follows happens-before from the locks sees no race. */
#include <pthread.h>

int flag, counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *unused) {
    flag = 1;
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *unused) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    int seen = flag;
    return 0;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
