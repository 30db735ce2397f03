/* An update is lost between two critical sections. That the assertion can fail is told by what is computed with doubles. */
#include <assert.h>
#include <pthread.h>

double balance = 10.5;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *take(void *part) {
    pthread_mutex_lock(&lock);
    double seen = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen - *(double *)part * 0.5;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    double first = 8.5, second = 5;
    pthread_create(&a, 0, take, &first);
    pthread_create(&b, 0, take, &second);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance < 4.0);
}
