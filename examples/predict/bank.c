/* A bank with a careful and a careless clerk. One run of it is fine; predict tells what it could have done. */
#include <assert.h>
#include <pthread.h>

int alice = 100, bob = 100;
int transfers;
pthread_mutex_t alice_lock = PTHREAD_MUTEX_INITIALIZER, bob_lock = PTHREAD_MUTEX_INITIALIZER;

void *careful(void *unused) {
    pthread_mutex_lock(&alice_lock);
    pthread_mutex_lock(&bob_lock);
    alice -= 30;
    bob += 30;
    pthread_mutex_unlock(&bob_lock);
    pthread_mutex_unlock(&alice_lock);
    transfers++;
    return 0;
}

void *careless(void *unused) {
    pthread_mutex_lock(&bob_lock);
    int have = bob;
    pthread_mutex_unlock(&bob_lock);
    if (have >= 10) {
        pthread_mutex_lock(&bob_lock);
        bob = have - 10;
        pthread_mutex_lock(&alice_lock);
        alice += 10;
        pthread_mutex_unlock(&alice_lock);
        pthread_mutex_unlock(&bob_lock);
    }
    transfers++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, careful, 0);
    pthread_create(&b, 0, careless, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(alice + bob == 200);
    return 0;
}
