/* Peterson's algorithm with its first two lines swapped: both threads give way before either has
 * announced itself, so each can find the other absent.
 *
 * Try:    moirai check examples/check/peterson-wrong-order.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int inside;

static void *worker(void *argument)
{
    int me = *(int *)argument;
    int other = 1 - me;
    turn = other; /* should come after the next line */
    wants[me] = 1;
    while (wants[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
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
