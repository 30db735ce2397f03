/* A thread is given a pointer into a stack frame that has returned before the thread looks.
 *
 * Try:    moirai check examples/check/stack-escape.c --engine explicit
 * Expect: VERDICT: VIOLATED memory
 */
#include <pthread.h>

static void *worker(void *argument)
{
    int *job = argument;
    *job += 1;
    return NULL;
}

static pthread_t start(void)
{
    pthread_t thread;
    int job = 1; /* dies with this call */
    pthread_create(&thread, NULL, worker, &job);
    return thread;
}

int main(void)
{
    pthread_join(start(), NULL);
    return 0;
}
