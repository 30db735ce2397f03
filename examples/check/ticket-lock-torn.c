/* Ticket lock whose ticket is drawn by a read and a write instead of one atomic increment: two
 * threads may hold the same ticket.
 *
 * Try:    moirai check examples/check/ticket-lock-torn.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
int inside;

static void *worker(void *unused)
{
    unsigned mine = next;
    next = mine + 1; /* somebody may have drawn the same in between */
    while (serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    serving = mine + 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
