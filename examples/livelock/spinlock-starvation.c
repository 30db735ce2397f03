/*
 * A test-and-set lock is not fair to threads even if the scheduler is: whenever `late` tries, `busy` may have the lock.
 *
 *   moirai livelock examples/livelock/spinlock-starvation.c --thread late
 *
 * With a ticket lock nobody can be kept out: ticket-lock.c.
 */
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int work;

static void take(void) {
    while (atomic_exchange(&lock, 1))
        ;
}

static void give(void) { atomic_store(&lock, 0); }

void *busy(void *unused) {
    while (1) {
        take();
        work = !work;
        give();
    }
}

void *late(void *unused) {
    take();
    work = 0;
    give();
    return 0;
}

int main(void) {
    pthread_t b, l;
    pthread_create(&b, 0, busy, 0);
    pthread_create(&l, 0, late, 0);
    pthread_join(l, 0);
    return 0;
}
