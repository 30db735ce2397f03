/* Any number of clerks sell tickets until none is left. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int tickets;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *clerk(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (tickets <= 0)
            break;
        tickets--;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    tickets = __VERIFIER_nondet_int();
    int clerks = __VERIFIER_nondet_int();
    for (int i = 0; i < clerks; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, clerk, NULL);
    }
    pthread_exit(NULL);
}
