/* Ticket lock: draw a ticket with an atomic increment, wait until it is served.
 *
 * Try:    moirai check examples/check/ticket-lock.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
    atomic_uint next;
    atomic_uint serving;
};

struct ticket_lock lock;
int balance;

static void acquire(struct ticket_lock *l)
{
    unsigned mine = atomic_fetch_add(&l->next, 1);
    while (atomic_load(&l->serving) != mine)
        ;
}

static void release(struct ticket_lock *l)
{
    atomic_fetch_add(&l->serving, 1);
}

static void *deposit(void *unused)
{
    acquire(&lock);
    balance = balance + 10;
    release(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, deposit, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(balance == 30);
    return 0;
}
