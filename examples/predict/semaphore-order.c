/* Two semaphores used as locks, taken in both orders. */
#include <pthread.h>
#include <semaphore.h>

int a, b;
sem_t left, right;

void *there(void *unused) {
    sem_wait(&left);
    sem_wait(&right);
    a++;
    sem_post(&right);
    sem_post(&left);
    return 0;
}

void *back(void *unused) {
    sem_wait(&right);
    sem_wait(&left);
    b++;
    sem_post(&left);
    sem_post(&right);
    return 0;
}

int main(void) {
    pthread_t x, y;
    sem_init(&left, 0, 1);
    sem_init(&right, 0, 1);
    pthread_create(&x, 0, there, 0);
    pthread_create(&y, 0, back, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
