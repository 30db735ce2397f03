/* The attempt everybody makes before Dekker: look at the other's flag, then raise one's own. Both
 * may look before either raises.
 *
 * Try:    moirai check examples/check/naive-flags.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int busy[2];
int inside;

static void *worker(void *argument)
{
    int me = *(int *)argument;
    while (busy[1 - me])
        ;
    busy[me] = 1;
    inside++;
    assert(inside == 1);
    inside--;
    busy[me] = 0;
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
