/*
 * Peterson's algorithm lets nobody wait for ever under a fair scheduler, however often the other comes back.
 *
 *   moirai livelock examples/livelock/peterson.c --thread late
 *   moirai livelock examples/livelock/peterson.c --response "flag[1] -> entered"
 */
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2], turn;
int entered;

static void enter(int me) {
    atomic_store(&flag[me], 1);
    atomic_store(&turn, 1 - me);
    while (atomic_load(&flag[1 - me]) && atomic_load(&turn) == 1 - me)
        ;
}

static void leave(int me) { atomic_store(&flag[me], 0); }

void *busy(void *unused) {
    while (1) {
        enter(0);
        leave(0);
    }
}

void *late(void *unused) {
    enter(1);
    entered = 1;
    leave(1);
    return 0;
}

int main(void) {
    pthread_t b, l;
    pthread_create(&b, 0, busy, 0);
    pthread_create(&l, 0, late, 0);
    pthread_join(l, 0);
    return 0;
}
