/* Counts down, but never below one. */
#include <pthread.h>



static void *worker(void *unused)
{
    int n = 5;
    while (n > 0)
        if (n > 1)
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
