/* Two threads hand a token to and fro, and the first counts the laps down. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int token = 1, laps;

static void *there(void *unused)
{
    while (token == 1 && laps > 0) {
        laps = laps - 1;
        token = 2;
    }
    return NULL;
}

static void *back(void *unused)
{
    while (token == 2)
        token = 1;
    return NULL;
}

int main(void)
{
    laps = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, there, NULL);
    pthread_create(&t2, NULL, back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
