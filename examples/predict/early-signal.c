/* The flag is raised without the lock: the signal may come between the test of the flag and the wait. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
atomic_int flag;

void *waits(void *unused) {
    pthread_mutex_lock(&lock);
    while (!flag)
        pthread_cond_wait(&raised, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *raises(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    flag = 1;
    pthread_cond_signal(&raised);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, waits, 0);
    pthread_create(&y, 0, raises, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
