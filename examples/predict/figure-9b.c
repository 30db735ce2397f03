/* The intruder waits for a signal that comes after the transaction: no order breaks the transaction, and what is told by
   semaphores is told even where data is ignored. */
#include <moirai.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t c;

void *transaction(void *unused) {
    MOIRAI_ATOMIC_BEGIN();
    x = 1;
    int a = x + 1;
    MOIRAI_ATOMIC_END();
    sem_post(&c);
    return 0;
}

void *intruder(void *unused) {
    sem_wait(&c);
    x = 3;
    return 0;
}

int main(void) {
    pthread_t t, i;
    sem_init(&c, 0, 0);
    pthread_create(&t, 0, transaction, 0);
    pthread_create(&i, 0, intruder, 0);
    pthread_join(t, 0);
    pthread_join(i, 0);
    return 0;
}
