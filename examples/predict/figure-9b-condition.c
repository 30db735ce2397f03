/* As figure-9b.c, with a condition variable. Waits may end for no reason, so it needs a flag, as POSIX says. */
#include <moirai.h>
#include <pthread.h>

int x, done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *transaction(void *unused) {
    MOIRAI_ATOMIC_BEGIN();
    x = 1;
    int a = x + 1;
    MOIRAI_ATOMIC_END();
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

void *intruder(void *unused) {
    pthread_mutex_lock(&m);
    while (!done) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    x = 3;
    return 0;
}

int main(void) {
    pthread_t t, i;
    pthread_create(&i, 0, intruder, 0);
    pthread_create(&t, 0, transaction, 0);
    pthread_join(t, 0);
    pthread_join(i, 0);
    return 0;
}
