/*
 * Two threads that disagree about a flag: one retries until it is off, the other until it is on. Each may always come
 * just after the other (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 1b).
 *
 *   moirai livelock examples/livelock/fig1b.c
 */
#include <pthread.h>
#include <stdbool.h>

bool g;

void *off(void *unused) {
    while (g) g = false;
    return 0;
}

void *on(void *unused) {
    while (!g) g = true;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, off, 0);
    pthread_create(&b, 0, on, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
