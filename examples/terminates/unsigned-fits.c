/* The same with steps of one: the limit is met. */
#include <pthread.h>

unsigned x;

static void *counter(void *unused)
{
    while (x < 4294967295u)
        x += 1;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_join(t1, NULL);
    return 0;
}
