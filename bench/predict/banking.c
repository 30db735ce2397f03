/* The family "banking": THREADS tellers move money between ACCOUNTS accounts, each ROUNDS times. What all accounts hold
   together never changes. With BROKEN a teller looks at the balance in one critical section and uses it in the next. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 10
#endif
#ifndef ACCOUNTS
#define ACCOUNTS 4
#endif

int account[ACCOUNTS];
pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;

static void *teller(void *argument) {
    int id = (int)(long)argument;
    for (int i = 0; i < ROUNDS; i++) {
        int from = (id + i) % ACCOUNTS;
        int to = (id + i + 1) % ACCOUNTS;
        pthread_mutex_lock(&bank);
        int have = account[from];
#ifdef BROKEN
        pthread_mutex_unlock(&bank);
        pthread_mutex_lock(&bank);
#endif
        account[from] = have - 1;
        account[to] = account[to] + 1;
        pthread_mutex_unlock(&bank);
    }
    return 0;
}

int main(void) {
    pthread_t tellers[THREADS];
    for (int i = 0; i < ACCOUNTS; i++) account[i] = 100;
    for (int i = 0; i < THREADS; i++) pthread_create(&tellers[i], 0, teller, (void *)(long)i);
    for (int i = 0; i < THREADS; i++) pthread_join(tellers[i], 0);
    int total = 0;
    for (int i = 0; i < ACCOUNTS; i++) total += account[i];
    assert(total == ACCOUNTS * 100);
    return 0;
}
