/* Main counts down what the thread leaves, after it has ended. */
#include <pthread.h>

int n;

static void *filler(void *unused)
{
    for (int i = 0; i < 10; i++)
        n = n + 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, filler, NULL);
    pthread_join(thread, NULL);
    while (n > 0)
        n = n - 1;
    return 0;
}
