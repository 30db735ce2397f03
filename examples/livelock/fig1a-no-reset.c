/*
 * A thread that waits in a loop for another to set a flag. A scheduler that never lets the other run could keep it
 * waiting, but no fair one (after Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 1a).
 *
 *   moirai livelock examples/livelock/fig1a-no-reset.c
 *   moirai livelock examples/livelock/fig1a-no-reset.c --fairness none
 *
 * The first says that it holds, the second shows the run that no fair scheduler allows.
 */
#include <pthread.h>

int g;

void *waiter(void *unused) {
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
