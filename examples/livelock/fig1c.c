/*
 * Optimistic update: read, compute, lock, validate, and try again if somebody else has written meanwhile. The updater may
 * never come through while the writer writes on (Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 1c).
 *
 *   moirai livelock examples/livelock/fig1c.c --thread updater
 *
 * The writer may stop after any round, or go on for ever. That it goes on is a run of its own without an end; so the
 * question is put about the updater. Two rounds repeat: the writer must write two values in turn.
 */
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

bool g;
pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused) {
    while (__VERIFIER_nondet_bool()) {
        pthread_mutex_lock(&x);
        g = __VERIFIER_nondet_bool();
        pthread_mutex_unlock(&x);
    }
    return 0;
}

void *updater(void *unused) {
    while (1) {
        bool before = g;
        bool after = !before;
        pthread_mutex_lock(&x);
        if (g == before) {
            g = after;
            pthread_mutex_unlock(&x);
            return 0;
        }
        pthread_mutex_unlock(&x);
    }
}

int main(void) {
    pthread_t w, u;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&u, 0, updater, 0);
    pthread_join(w, 0);
    pthread_join(u, 0);
    return 0;
}
