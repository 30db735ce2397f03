/* A thread without an end, and a main that returns: only a scheduler that forgets main lets the thread go on. */
#include <pthread.h>

int x;

static void *spinner(void *unused)
{
    for (;;)
        ;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, spinner, NULL);
    return 0;
}
