/* Burns' mutual exclusion with one bit a thread (Burns and Lynch 1980): give way to smaller names
 * while trying, wait for larger ones before entering. Three threads.
 *
 * Try:    moirai check examples/check/burns.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3

atomic_int flag[N];
int inside;

static void acquire(int me)
{
again:
    flag[me] = 0;
    for (int i = 0; i < me; i++)
        if (flag[i])
            goto again;
    flag[me] = 1;
    for (int i = 0; i < me; i++)
        if (flag[i])
            goto again;
    for (int i = me + 1; i < N; i++)
        while (flag[i])
            ;
}

static void release(int me)
{
    flag[me] = 0;
}

static void *worker(void *argument)
{
    int me = *(int *)argument;
    acquire(me);
    inside++;
    assert(inside == 1);
    inside--;
    release(me);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    int names[N];
    for (int i = 0; i < N; i++) {
        names[i] = i;
        pthread_create(&threads[i], NULL, worker, &names[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
