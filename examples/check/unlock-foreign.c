/* A thread unlocks a mutex that another one has locked.
 *
 * Try:    moirai check examples/check/unlock-foreign.c --engine explicit
 * Expect: VERDICT: VIOLATED lock-misuse
 */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *helper(void *unused)
{
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, helper, NULL);
    pthread_join(thread, NULL);
    return 0;
}
