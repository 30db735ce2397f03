/* The contents of an array do not matter for how often its filling loop runs. */
#include <pthread.h>

int cells[10];

static void *worker(void *unused)
{
    for (int i = 0; i < 10; i++)
        cells[i] = i;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    return 0;
}
