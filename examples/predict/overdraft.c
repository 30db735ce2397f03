/* P1. Check, then act: both parts hold the lock, nothing races, and yet the account can be overdrawn between them. */
#include <assert.h>
#include <pthread.h>

int balance = 100;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int enough(int amount) {
    pthread_mutex_lock(&m);
    int result = balance >= amount;
    pthread_mutex_unlock(&m);
    return result;
}

static void withdraw(int amount) {
    pthread_mutex_lock(&m);
    balance -= amount;
    assert(balance >= 0);
    pthread_mutex_unlock(&m);
}

void *customer(void *unused) {
    if (enough(60)) withdraw(60);
    return 0;
}

void *employer(void *unused) {
    pthread_mutex_lock(&m);
    balance += 50;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t e, a, b;
    pthread_create(&e, 0, employer, 0);
    pthread_create(&a, 0, customer, 0);
    pthread_create(&b, 0, customer, 0);
    pthread_join(e, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
