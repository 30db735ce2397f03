/* Lamport's bakery without the `choosing` flags: a thread may have looked at the numbers but not yet
 * have written its own, and then both hold the same one while only one of them knows.
 *
 * Try:    moirai check examples/check/bakery-no-choosing.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int number[2];
int inside;

static void acquire(int me)
{
    int other = 1 - me;
    number[me] = number[other] + 1; /* the window is between the read and the write */
    for (;;) {
        int his = number[other];
        int mine = number[me];
        if (his == 0 || his > mine || (his == mine && other > me))
            break;
    }
}

static void release(int me)
{
    number[me] = 0;
}

static void *customer(void *argument)
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
    pthread_t threads[2];
    int names[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, customer, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
