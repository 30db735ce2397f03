/* Szymanski's mutual exclusion (1988): a waiting room with two doors. The flag of a thread says how
 * far it is: 0 away, 1 at the door, 2 waiting inside for others, 3 in the doorway, 4 the door is shut.
 *
 * Try:    moirai check examples/check/szymanski.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int stage[2];
int inside;

static void acquire(int me)
{
    int other = 1 - me;
    stage[me] = 1;
    while (stage[other] >= 3)
        ;
    stage[me] = 3;
    if (stage[other] == 1) {
        stage[me] = 2;
        while (stage[other] != 4)
            ;
    }
    stage[me] = 4;
    if (me == 1) /* those with smaller names leave first */
        while (stage[other] >= 2)
            ;
}

static void release(int me)
{
    int other = 1 - me;
    if (me == 0) { /* everybody in the doorway must have seen that the door is shut */
        int his;
        do
            his = stage[other];
        while (his == 2 || his == 3);
    }
    stage[me] = 0;
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
    pthread_t threads[2];
    int names[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
