/* Every thread starts another and ends. Each makes a few steps only, yet the program goes on for ever: ask with --program. */
#include <pthread.h>

static void *link(void *unused)
{
    pthread_t next;
    pthread_create(&next, NULL, link, NULL);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        pthread_t first;
        pthread_create(&first, NULL, link, NULL);
    }
    pthread_exit(NULL);
}
