/* Three threads come to a barrier for two, and main waits for the first two only: it is luck that they meet. */
#include <pthread.h>

pthread_barrier_t meeting;

void *meets(void *unused) {
    pthread_barrier_wait(&meeting);
    return 0;
}

int main(void) {
    pthread_t x[3];
    pthread_barrier_init(&meeting, 0, 2);
    for (int i = 0; i < 3; i++) pthread_create(&x[i], 0, meets, 0);
    pthread_join(x[0], 0);
    pthread_join(x[1], 0);
    return 0;
}
