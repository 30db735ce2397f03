/* The test is always true for an unsigned number. */
#include <pthread.h>



static void *worker(void *unused)
{
    unsigned char n = 3;
    while (n >= 0)
        n--;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
