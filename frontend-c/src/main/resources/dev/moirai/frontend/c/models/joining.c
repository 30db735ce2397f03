/* Joining without waiting, or not for long: every thread notes its end, and only ending is left to it then. */

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define THREADS 64

void __moirai_unknown(const char *what);
void __moirai_thread_epilogue(void);

static sem_t __moirai_ended[THREADS];

void __moirai_note_end(void) {
    if (pthread_self() < THREADS) sem_post(&__moirai_ended[pthread_self()]);
}

void __moirai_noted_epilogue(void) {
    __moirai_thread_epilogue();
    __moirai_note_end();
}

static sem_t *__moirai_end_of(pthread_t thread) {
    if (thread >= THREADS) __moirai_unknown("pthread_tryjoin_np or pthread_timedjoin_np of one of very many threads");
    return &__moirai_ended[thread];
}

int pthread_tryjoin_np(pthread_t thread, void **value) {
    return sem_trywait(__moirai_end_of(thread)) == 0 ? pthread_join(thread, value) : EBUSY;
}

int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *until) {
    if (until == NULL) return pthread_join(thread, value);
    if (pthread_equal(thread, pthread_self())) return EDEADLK;
    sem_t *end = __moirai_end_of(thread);
    /* The time is looked at only by who has to wait. */
    if (sem_trywait(end) != 0 && sem_timedwait(end, until) != 0) return errno;
    return pthread_join(thread, value);
}

int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *until) {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? pthread_timedjoin_np(thread, value, until) : EINVAL;
}
