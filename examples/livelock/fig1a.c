/*
 * A thread that waits in a loop for another to set a flag, but first clears it: if the other has set it before, it waits
 * for ever, and fairly so (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 1a).
 *
 *   moirai livelock examples/livelock/fig1a.c
 *
 * The setter runs first and ends; then the waiter clears the flag and spins. Without the clearing there is no such run:
 * fig1a-no-reset.c.
 */
#include <pthread.h>

int g;

void *waiter(void *unused) {
    g = 0;
    while (!g)
        ;
    return 0;
}

void *setter(void *unused) {
    g = 1;
    return 0;
}

int main(void) {
    pthread_t w, s;
    pthread_create(&w, 0, waiter, 0);
    pthread_create(&s, 0, setter, 0);
    pthread_join(w, 0);
    pthread_join(s, 0);
    return 0;
}
