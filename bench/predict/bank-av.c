/* The family "bank-av": THREADS clerks book on two accounts, in transactions of two critical sections each, so that another
   clerk can come in between. FIX 1 lets clerks take turns at the first account, FIX 2 at both: turns are data, so who looks
   at locks alone still sees violations. */
#include <moirai.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef FIX
#define FIX 0
#endif

int checking = 100, savings = 100;
int turn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, t = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t moved = PTHREAD_COND_INITIALIZER;

static void wait_for(int id) {
    pthread_mutex_lock(&t);
    while (turn != id) pthread_cond_wait(&moved, &t);
    pthread_mutex_unlock(&t);
}

static void next(void) {
    pthread_mutex_lock(&t);
    turn = turn + 1;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&t);
}

static void book(int *account, int amount) {
    MOIRAI_ATOMIC_BEGIN();
    pthread_mutex_lock(&m);
    int have = *account;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    *account = have + amount;
    pthread_mutex_unlock(&m);
    MOIRAI_ATOMIC_END();
}

static void *clerk(void *argument) {
    int id = (int)(long)argument;
    if (FIX > 0) wait_for(id);
    book(&checking, 10);
    if (FIX == 1) next();
    book(&savings, 20);
    if (FIX == 2) next();
    return 0;
}

int main(void) {
    pthread_t clerks[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&clerks[i], 0, clerk, (void *)(long)i);
    for (int i = 0; i < THREADS; i++) pthread_join(clerks[i], 0);
    return 0;
}
