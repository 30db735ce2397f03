/* P4. Two locks taken in both orders. */
#include <pthread.h>

int a, b;
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

void *there(void *unused) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    a++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return 0;
}

void *back(void *unused) {
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    b++;
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
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
