/* Two locks in both orders, but only behind a third: no deadlock, and no alarm. */
#include <pthread.h>

int n;
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

void *there(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    n++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&gate);
    return 0;
}

void *back(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    n++;
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, there, 0);
    pthread_create(&y, 0, back, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
