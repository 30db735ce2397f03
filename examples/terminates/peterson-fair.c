/* Peterson's mutual exclusion: who waits, waits by spinning. */
#include <pthread.h>

int want1, want2, turn;

static void *first(void *unused)
{
    want1 = 1;
    turn = 2;
    while (want2 && turn == 2)
        ;
    want1 = 0;
    return NULL;
}

static void *second(void *unused)
{
    want2 = 1;
    turn = 1;
    while (want1 && turn == 1)
        ;
    want2 = 0;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
