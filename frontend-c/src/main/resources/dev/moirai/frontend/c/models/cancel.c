/* Cancelling threads. A request is noted; the thread acts on it at its next cancellation point. A thread is known by its
   number, which is its handle. */

#include <pthread.h>

#define THREADS 64
#define __MOIRAI_AT_ANY_MOMENT "pthread_cancel of a thread that can be cancelled at any moment (PTHREAD_CANCEL_ASYNCHRONOUS)"

void __moirai_unknown(const char *what);

static int __moirai_requested[THREADS];
/* The condition that a thread waits on, if it does: whoever cancels it wakes it, and with it all others that wait there,
   for whom that is a spurious wake-up. */
static pthread_cond_t *__moirai_waits_on[THREADS];
/* Whether the thread waits for something that a request cannot end here. */
static int __moirai_waits_elsewhere[THREADS];
/* Whether the thread has said that a request may end it at any moment. */
static int __moirai_at_any_moment[THREADS];
static _Thread_local int __moirai_state;
static _Thread_local int __moirai_type;

/* Those beyond are never cancelled. */
static int __moirai_is_noted(void) {
    return pthread_self() < THREADS;
}

int pthread_cancel(pthread_t thread) {
    if (thread >= THREADS) __moirai_unknown("pthread_cancel of one of very many threads");
    __atomic_store_n(&__moirai_requested[thread], 1, 5);
    if (__atomic_load_n(&__moirai_waits_elsewhere[thread], 5)) {
        __moirai_unknown("pthread_cancel of a thread that waits for a semaphore, bytes or another thread");
    }
    if (__atomic_load_n(&__moirai_at_any_moment[thread], 5)) __moirai_unknown(__MOIRAI_AT_ANY_MOMENT);
    pthread_cond_t *condition = __atomic_load_n(&__moirai_waits_on[thread], 5);
    if (condition) pthread_cond_broadcast(condition);
    return 0;
}

/* Whether the calling thread must end; if so, no further request counts. */
static int __moirai_must_end(void) {
    if (__moirai_state == PTHREAD_CANCEL_DISABLE || !__moirai_is_noted()) return 0;
    if (!__atomic_load_n(&__moirai_requested[pthread_self()], 5)) return 0;
    __moirai_state = PTHREAD_CANCEL_DISABLE;
    return 1;
}

void __moirai_end_cancelled(void) {
    pthread_exit(PTHREAD_CANCELED);
}

void __moirai_testcancel(void) {
    if (__moirai_must_end()) pthread_exit(PTHREAD_CANCELED);
}

int __moirai_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return 22;
    if (old) *old = __moirai_state;
    __moirai_state = state;
    return 0;
}

int __moirai_setcanceltype(int type, int *old) {
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return 22;
    if (old) *old = __moirai_type;
    __moirai_type = type;
    return 0;
}

/* That a request may end the thread at any moment is only noted: the request itself is what cannot be followed. */
void __moirai_note_canceltype(void) {
    if (!__moirai_is_noted()) return;
    int any = __moirai_type == PTHREAD_CANCEL_ASYNCHRONOUS;
    __atomic_store_n(&__moirai_at_any_moment[pthread_self()], any, 5);
    if (any && __atomic_load_n(&__moirai_requested[pthread_self()], 5)) __moirai_unknown(__MOIRAI_AT_ANY_MOMENT);
}

/* To be called in one step with the wait on the condition; if it says so, the thread must not wait but end. */
int __moirai_begins_to_wait(pthread_cond_t *condition) {
    if (__moirai_must_end()) return 1;
    if (__moirai_is_noted()) __atomic_store_n(&__moirai_waits_on[pthread_self()], condition, 5);
    return 0;
}

/* The mutex is held again. */
void __moirai_has_waited(void) {
    if (__moirai_is_noted()) __atomic_store_n(&__moirai_waits_on[pthread_self()], (pthread_cond_t *) 0, 5);
    __moirai_testcancel();
}

void __moirai_waits_otherwise(void) {
    if (__moirai_is_noted()) __atomic_store_n(&__moirai_waits_elsewhere[pthread_self()], 1, 5);
    __moirai_testcancel();
}

void __moirai_has_waited_otherwise(void) {
    if (__moirai_is_noted()) __atomic_store_n(&__moirai_waits_elsewhere[pthread_self()], 0, 5);
}
