/* Lamport's bakery (1974): draw a number larger than all you see, wait for everybody with a smaller
 * one; ties go to the smaller name.
 *
 * Try:    moirai check examples/check/bakery.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

atomic_int choosing[N];
atomic_int number[N];
int inside;

static void acquire(int me)
{
    choosing[me] = 1;
    int largest = 0;
    for (int i = 0; i < N; i++) {
        int seen = number[i];
        if (seen > largest)
            largest = seen;
    }
    number[me] = largest + 1;
    choosing[me] = 0;
    for (int i = 0; i < N; i++) {
        if (i == me)
            continue;
        while (choosing[i])
            ;
        for (;;) {
            int his = number[i];
            int mine = number[me];
            if (his == 0 || his > mine || (his == mine && i > me))
                break;
        }
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
    pthread_t threads[N];
    int names[N];
    for (int i = 0; i < N; i++) {
        names[i] = i;
        pthread_create(&threads[i], NULL, customer, &names[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
