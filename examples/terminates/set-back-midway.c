/* One thread counts up to five; the other sets the count back when it is on the way. */
#include <pthread.h>

int x;

static void *count(void *unused)
{
    while (x < 5)
        x = x + 1;
    return NULL;
}

static void *set_back(void *unused)
{
    while (x == 3)
        x = 0;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, set_back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
