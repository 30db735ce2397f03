/* Szymanski's algorithm without the last wait: two threads that passed the door together both go in.
 *
 * Try:    moirai check examples/check/szymanski-impatient.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int stage[2];
int inside;

static void *worker(void *argument)
{
    int me = *(int *)argument;
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
    /* missing: the thread with the larger name waits while stage[other] >= 2 */
    inside++;
    assert(inside == 1);
    inside--;
    stage[me] = 0;
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
