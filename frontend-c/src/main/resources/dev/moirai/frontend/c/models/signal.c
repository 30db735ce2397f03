/* Signals. Those that the program sends itself are handled at once by the thread that sends them, or stay pending while
   they are blocked; those from outside come only with --signals, at the steps of threads (see SignalPoints). */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define THREADS 64
#define MOST 64

typedef unsigned long long mask_t;

void __moirai_unknown(const char *what);
int __moirai_masks_signals(void);
int __moirai_most_signals(void);
int __moirai_timeout(void);
void __moirai_await_int(int *place, int value);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static void (*__moirai_action[MOST + 1])(int);
static mask_t __moirai_action_mask[MOST + 1];
static int __moirai_action_flags[MOST + 1];
/* Signals for the process that nobody has taken, and for single threads. */
static mask_t __moirai_pending;
static mask_t __moirai_pending_of[THREADS];
static mask_t __moirai_blocked_of[THREADS];
static int __moirai_mask_told[THREADS];
/* The signals that have a handler. */
static mask_t __moirai_handled;
/* How many signals have come from outside. */
static int __moirai_signals_come;
/* How many handlers have run in this thread. */
static _Thread_local unsigned int __moirai_handlers_run;

static int self(void) {
    if (pthread_self() >= THREADS) __moirai_unknown("signals in a program of very many threads");
    return (int) pthread_self();
}

static mask_t bit(int number) { return 1ull << (number - 1); }
static int is_signal(int number) { return number >= 1 && number <= MOST; }

/* ---- sets */

static mask_t in_set(const sigset_t *set) {
    return sizeof(long) == 8 ? set->__val[0] : (mask_t) set->__val[1] << 32 | set->__val[0];
}

static void set_to(sigset_t *set, mask_t mask) {
    set->__val[0] = (unsigned long) mask;
    if (sizeof(long) == 4) set->__val[1] = (unsigned long) (mask >> 32);
}

int sigemptyset(sigset_t *set) {
    set_to(set, 0);
    return 0;
}

int sigfillset(sigset_t *set) {
    set_to(set, ~0ull);
    return 0;
}

static int wrong(void) {
    errno = EINVAL;
    return -1;
}

int sigaddset(sigset_t *set, int number) {
    if (!is_signal(number)) return wrong();
    set_to(set, in_set(set) | bit(number));
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!is_signal(number)) return wrong();
    set_to(set, in_set(set) & ~bit(number));
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    if (!is_signal(number)) return wrong();
    return (in_set(set) & bit(number)) != 0;
}

/* ---- delivery */

/* A new thread has to wait until its creator has told it what to block. */
static mask_t blocked(void) {
    if (__moirai_masks_signals() && self()) __moirai_await_int(&__moirai_mask_told[self()], 1);
    return __atomic_load_n(&__moirai_blocked_of[self()], 5);
}

/* SIGKILL and SIGSTOP cannot be blocked. */
static void block(mask_t mask) { __atomic_store_n(&__moirai_blocked_of[self()], mask & ~(bit(9) | bit(19)), 5); }

static void handle_one(int number) {
    void (*handler)(int) = __atomic_load_n(&__moirai_action[number], 5);
    if (handler == SIG_IGN) return;
    if (handler == SIG_DFL) {
        if (number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) return;
        if (number >= SIGSTOP && number <= SIGTTOU) __moirai_unknown("a signal that stops the process");
        _Exit(128 + number);
    }
    int flags = __atomic_load_n(&__moirai_action_flags[number], 5);
    mask_t before = blocked();
    block(before | __atomic_load_n(&__moirai_action_mask[number], 5) | (flags & SA_NODEFER ? 0 : bit(number)));
    if (flags & SA_RESETHAND) {
        __sync_fetch_and_and(&__moirai_handled, ~bit(number));
        __atomic_store_n(&__moirai_action[number], SIG_DFL, 5);
    }
    if (flags & SA_SIGINFO) {
        siginfo_t info = {0};
        info.si_signo = number;
        ((void (*)(int, siginfo_t *, void *)) handler)(number, &info, 0);
    } else {
        handler(number);
    }
    block(before);
    __moirai_handlers_run++;
}

/* The signal of a set of at most one. */
static int number_of(mask_t first) {
    if (!first) return 0;
    int number = 1;
    if (first >> 32) { number += 32; first >>= 32; }
    if (first >> 16) { number += 16; first >>= 16; }
    if (first >> 8) { number += 8; first >>= 8; }
    if (first >> 4) { number += 4; first >>= 4; }
    if (first >> 2) { number += 2; first >>= 2; }
    if (first >> 1) number += 1;
    return number;
}

/* Takes one of the signals out of those that are pending for the thread; 0 if there is none. */
static int taken(mask_t wanted) {
    __VERIFIER_atomic_begin();
    mask_t mine = __atomic_load_n(&__moirai_pending_of[self()], 5) & wanted;
    mask_t all = __atomic_load_n(&__moirai_pending, 5) & wanted;
    mask_t first = mine ? mine & -mine : all & -all;
    if (mine) __sync_fetch_and_and(&__moirai_pending_of[self()], ~first);
    else if (all) __sync_fetch_and_and(&__moirai_pending, ~first);
    __VERIFIER_atomic_end();
    return number_of(first);
}

/* The signal, and those that its handler has blocked and that have come meanwhile. */
static void deliver(int number) {
    for (; number; number = taken(~blocked())) handle_one(number);
}

static void deliver_pending(void) { deliver(taken(~blocked())); }

/* Any of the signals; it is one more from outside. */
static int from_outside(mask_t possible, int most) {
    int number;
    __VERIFIER_assume(possible != 0);
    if (possible & (possible - 1)) {
        number = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(is_signal(number) && possible & bit(number));
    } else {
        number = number_of(possible);
    }
    __VERIFIER_assume(__sync_fetch_and_add(&__moirai_signals_come, 1) < most);
    return number;
}

/* Called before the steps of threads with --signals: as many come as may, one after the other, and one that is pending. What
   a handler has kept back comes at a later point: a loop here would be unwound at every one of them. */
void __moirai_signal_point(int most) {
    for (int i = 0; i <= most && __VERIFIER_nondet_bool(); i++) {
        int number = taken(~blocked());
        if (!number) number = from_outside(__atomic_load_n(&__moirai_handled, 5) & ~blocked(), most);
        handle_one(number);
    }
}

/* ---- handlers and masks */

static void handle(int number, void (*handler)(int)) {
    if (handler == SIG_DFL || handler == SIG_IGN) __sync_fetch_and_and(&__moirai_handled, ~bit(number));
    else __sync_fetch_and_or(&__moirai_handled, bit(number));
}

__moirai_handler signal(int number, __moirai_handler handler) {
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __atomic_store_n(&__moirai_action_flags[number], SA_RESTART, 5);
    __atomic_store_n(&__moirai_action_mask[number], 0, 5);
    handle(number, handler);
    return __atomic_exchange_n(&__moirai_action[number], handler, 5);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    if (!is_signal(number) || action && (number == SIGKILL || number == SIGSTOP)) return wrong();
    void (*handler)(int) = action ? action->sa_handler : 0;
    mask_t mask = action ? in_set(&action->sa_mask) : 0;
    int flags = action ? action->sa_flags : 0;
    if (old) {
        old->sa_handler = __atomic_load_n(&__moirai_action[number], 5);
        sigemptyset(&old->sa_mask);
        set_to(&old->sa_mask, __atomic_load_n(&__moirai_action_mask[number], 5));
        old->sa_flags = __atomic_load_n(&__moirai_action_flags[number], 5);
    }
    if (!action) return 0;
    __atomic_store_n(&__moirai_action_mask[number], mask, 5);
    __atomic_store_n(&__moirai_action_flags[number], flags, 5);
    handle(number, handler);
    __atomic_store_n(&__moirai_action[number], handler, 5);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    mask_t mask = blocked();
    mask_t given = set ? in_set(set) : 0;
    if (old) set_to(old, mask);
    if (!set) return 0;
    if (how == SIG_BLOCK) block(mask | given);
    else if (how == SIG_UNBLOCK) block(mask & ~given);
    else if (how == SIG_SETMASK) block(given);
    else return EINVAL;
    deliver_pending();
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    int code = pthread_sigmask(how, set, old);
    if (!code) return 0;
    errno = code;
    return -1;
}

int sigpending(sigset_t *set) {
    set_to(set, __atomic_load_n(&__moirai_pending, 5) | __atomic_load_n(&__moirai_pending_of[self()], 5));
    return 0;
}

/* A new thread blocks what its creator blocks. */
void __moirai_inherit_mask(pthread_t thread) {
    if (thread >= THREADS) __moirai_unknown("signals in a program of very many threads");
    __atomic_store_n(&__moirai_blocked_of[thread], blocked(), 5);
    __atomic_store_n(&__moirai_mask_told[thread], 1, 5);
}

/* ---- sending */

int raise(int number) {
    if (number == 0) return 0;
    if (!is_signal(number)) return wrong();
    if (!(blocked() & bit(number))) deliver(number);
    else __sync_fetch_and_or(&__moirai_pending_of[self()], bit(number));
    return 0;
}

int pthread_kill(pthread_t thread, int number) {
    if (number == 0) return 0;
    if (!is_signal(number)) return EINVAL;
    if (thread == pthread_self()) return raise(number);
    if (thread >= THREADS) __moirai_unknown("signals in a program of very many threads");
    void (*handler)(int) = __atomic_load_n(&__moirai_action[number], 5);
    mask_t its = __atomic_load_n(&__moirai_blocked_of[thread], 5);
    if (handler == SIG_DFL && !(its & bit(number))) __moirai_unknown("pthread_kill with a signal that nobody handles");
    __sync_fetch_and_or(&__moirai_pending_of[thread], bit(number));
    return 0;
}

int kill(pid_t process, int number) {
    if (process != getpid() && process != 0) __moirai_unknown("kill of another process");
    if (number == 0) return 0;
    if (!is_signal(number)) return wrong();
    if (!(blocked() & bit(number))) deliver(number);
    else __sync_fetch_and_or(&__moirai_pending, bit(number));
    return 0;
}

/* ---- waiting */

/* One of the signals that is pending; or, with --signals, one from outside; 0 if there is none yet. */
static int awaited(mask_t wanted) {
    int found = taken(wanted);
    if (found || !__moirai_most_signals() || !__VERIFIER_nondet_bool()) return found;
    return from_outside(wanted, __moirai_most_signals());
}

/* It may wait for a signal from outside, so that nobody can call it stuck. */
int sigwait(const sigset_t *set, int *number) {
    mask_t wanted = in_set(set);
    int found = awaited(wanted);
    while (!found) {
        sched_yield();
        pthread_testcancel();
        found = awaited(wanted);
    }
    *number = found;
    return 0;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
    int found;
    sigwait(set, &found);
    if (info) {
        siginfo_t about = {0};
        about.si_signo = found;
        *info = about;
    }
    return found;
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *limit) {
    mask_t wanted = in_set(set);
    if (limit && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec > 999999999)) return wrong();
    int found = awaited(wanted);
    while (!found && !__moirai_timeout()) {
        sched_yield();
        pthread_testcancel();
        found = awaited(wanted);
    }
    if (!found) {
        errno = EAGAIN;
        return -1;
    }
    if (info) {
        siginfo_t about = {0};
        about.si_signo = found;
        *info = about;
    }
    return found;
}

/* Until a handler has run in this thread, be it for a signal from outside. */
int pause(void) {
    unsigned int before = __moirai_handlers_run;
    deliver_pending();
    while (__moirai_handlers_run == before) {
        sched_yield();
        pthread_testcancel();
        if (__moirai_most_signals()) __moirai_signal_point(__moirai_most_signals());
        deliver_pending();
    }
    errno = EINTR;
    return -1;
}

int sigsuspend(const sigset_t *set) {
    mask_t before = blocked();
    block(in_set(set));
    pause();
    block(before);
    deliver_pending();
    return -1;
}

/* ---- jumps out of handlers */

/* A buffer of sigsetjmp, as jump.c knows it, and behind that the mask. */
struct __moirai_masked_buffer {
    void *frame;
    pthread_t thread;
    int saved;
    mask_t mask;
};

void __moirai_save_mask(struct __moirai_masked_buffer *buffer, int save) {
    buffer->saved = save;
    if (save) buffer->mask = blocked();
}

void __moirai_restore_mask(struct __moirai_masked_buffer *buffer) {
    if (!buffer->saved) return;
    block(buffer->mask);
    deliver_pending();
}
