/* As ring-counted-laps.c, but a third thread sets the laps back just before they run out. */
#include <pthread.h>

int token = 1, laps = 3;

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

static void *generous(void *unused)
{
    while (laps == 1)
        laps = 3;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, there, NULL);
    pthread_create(&t2, NULL, back, NULL);
    pthread_create(&t3, NULL, generous, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
