/* 3 clerks sell tickets until none is left. */
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
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, clerk, NULL);
    pthread_create(&t2, NULL, clerk, NULL);
    pthread_create(&t3, NULL, clerk, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
