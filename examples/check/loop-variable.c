/* The address of the loop variable as the thread's argument: the thread reads it when main has moved on.
 *
 * Try:    moirai check examples/check/loop-variable.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>

int seen[2];

static void *worker(void *argument)
{
    int me = *(int *)argument; /* perhaps already the next one's number */
    if (me < 2)
        seen[me] = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &i);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(seen[0] && seen[1]);
    return 0;
}
