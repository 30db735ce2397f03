/* Two threads take strict turns by a shared variable; who is not on turn spins. */
#include <pthread.h>

int turn;
int rounds = 3;

static void *even(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        while (turn != 0)
            ;
        turn = 1;
    }
    return NULL;
}

static void *odd(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        while (turn != 1)
            ;
        turn = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, even, NULL);
    pthread_create(&t2, NULL, odd, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
