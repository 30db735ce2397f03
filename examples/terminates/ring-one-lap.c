/* Three threads hand a token on; the last one takes it out. Each goes round its loop once at most. */
#include <pthread.h>

int token = 1;

static void *one(void *unused)
{
    while (token == 1)
        token = 2;
    return NULL;
}

static void *two(void *unused)
{
    while (token == 2)
        token = 3;
    return NULL;
}

static void *three(void *unused)
{
    while (token == 3)
        token = 4;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_create(&t3, NULL, three, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
