/*
 * A ticket lock serves in the order of arrival: under a fair scheduler `late` cannot be kept out, however often `busy`
 * comes back. (Tickets go round after four, so that there are finitely many states.)
 *
 *   moirai livelock examples/livelock/ticket-lock.c --thread late
 */
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar next_ticket, serving;
int work;

static unsigned char take(void) {
    unsigned char mine = atomic_fetch_add(&next_ticket, 1) & 3;
    while ((atomic_load(&serving) & 3) != mine)
        ;
    return mine;
}

static void give(void) {
    if (atomic_fetch_add(&serving, 1) == 7) {
        atomic_fetch_sub(&serving, 4);
        atomic_fetch_sub(&next_ticket, 4);
    }
}

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
