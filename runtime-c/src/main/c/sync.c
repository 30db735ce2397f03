/*
 * Locks, conditions, barriers, semaphores: 32-bit words in the program's memory, as ir.Sync lays them out, and the rules
 * of the interpreter. Nothing here waits in the sense of the operating system: a thread that cannot go on is not given
 * the token.
 */
#include "runtime.h"

#include <errno.h>
#include <string.h>

enum { KIND = 0, VALUE = 0, NEEDED = 0, OWNER = 1, COUNT = 2, DEAD = 3, SPIN_OWNER = 0, SPIN_DEAD = -1 };
enum { NORMAL = 0, RECURSIVE = 1, ERROR_CHECKING = 2 };

/* ---- objects --------------------------------------------------------------------------------------------------- */

static unsigned state_bytes(enum moirai_sync kind) {
    return kind == MOIRAI_SPIN ? 4 : 16;
}

static int *words(void *object) {
    return object;
}

static int uses_word(enum moirai_sync kind, int word) {
    switch (kind) {
        case MOIRAI_MUTEX: return 1;
        case MOIRAI_SPIN: return word == SPIN_OWNER;
        case MOIRAI_RWLOCK: return word == OWNER || word == COUNT || word == DEAD;
        case MOIRAI_CONDITION: return word == DEAD;
        case MOIRAI_BARRIER: return word == NEEDED || word == COUNT || word == DEAD;
        case MOIRAI_SEMAPHORE: return word == VALUE || word == DEAD;
    }
    return 0;
}

static int is_uninitialised(void *object, enum moirai_sync kind) {
    for (int word = 0; word < (kind == MOIRAI_SPIN ? 1 : 4); word++) {
        if (uses_word(kind, word) && !is_defined(words(object) + word, 4)) return 1;
    }
    return kind == MOIRAI_BARRIER && words(object)[NEEDED] == 0 && words(object)[DEAD] == 0;
}

static int is_destroyed(void *object, enum moirai_sync kind) {
    return kind == MOIRAI_SPIN ? words(object)[SPIN_OWNER] == SPIN_DEAD : words(object)[DEAD] != 0;
}

static int is_usable(void *object, enum moirai_sync kind) {
    return !is_uninitialised(object, kind) && !is_destroyed(object, kind);
}

int misuse(unsigned site, int code) {
    if (watches("lock-misuse")) violated("lock-misuse", site, running()->number);
    return code;
}

/* 0 if the object can be used. */
static int check(unsigned site, void *object, enum moirai_sync kind) {
    require_writable(site, object, state_bytes(kind));
    return is_usable(object, kind) ? 0 : misuse(site, EINVAL);
}

static void set(void *object, int word, int value) {
    words(object)[word] = value;
    define(words(object) + word, 4);
}

static int owner_word(enum moirai_sync kind) {
    return kind == MOIRAI_SPIN ? SPIN_OWNER : OWNER;
}

static int me(const struct thread *thread) {
    return thread->number + 1;
}

static int waits_on(const struct thread *thread, const void *object) {
    return thread->parked_on == object && !thread->woken;
}

/* ---- locks ----------------------------------------------------------------------------------------------------- */

static enum moirai_sync kind_of(enum moirai_mode mode) {
    switch (mode) {
        case MOIRAI_LOCK_MUTEX: return MOIRAI_MUTEX;
        case MOIRAI_LOCK_SPIN: return MOIRAI_SPIN;
        case MOIRAI_LOCK_READ: case MOIRAI_LOCK_WRITE: return MOIRAI_RWLOCK;
    }
    return MOIRAI_MUTEX;
}

enum attempt { FREE, AGAIN, REFUSED, HELD };

static enum attempt attempt(const struct thread *thread, void *object, enum moirai_mode mode) {
    int owner = words(object)[owner_word(kind_of(mode))];
    int mine = owner == me(thread);
    switch (mode) {
        case MOIRAI_LOCK_SPIN: return owner == 0 ? FREE : HELD;
        case MOIRAI_LOCK_MUTEX:
            if (owner == 0) return FREE;
            if (!mine) return HELD;
            if (words(object)[KIND] == RECURSIVE) return AGAIN;
            return words(object)[KIND] == ERROR_CHECKING ? REFUSED : HELD;
        case MOIRAI_LOCK_READ: return owner == 0 ? FREE : mine ? REFUSED : HELD;
        case MOIRAI_LOCK_WRITE:
            if (mine) return REFUSED;
            return owner == 0 && words(object)[COUNT] == 0 ? FREE : HELD;
    }
    return HELD;
}

static int take(void *object, enum moirai_mode mode) {
    if (mode == MOIRAI_LOCK_READ) {
        set(object, COUNT, words(object)[COUNT] + 1);
        return 0;
    }
    set(object, owner_word(kind_of(mode)), me(running()));
    if (mode == MOIRAI_LOCK_MUTEX && words(object)[KIND] == RECURSIVE) set(object, COUNT, 1);
    return 0;
}

int moirai_lock(unsigned site, void *object, enum moirai_mode mode, enum moirai_patience patience) {
    struct pending before = {
        .site = site, .waiting = patience == MOIRAI_BLOCK ? LOCKS : RUNS, .object = object, .mode = mode};
    int unusable;
    turn(before);
    unusable = check(site, object, kind_of(mode));
    if (unusable) return unusable;
    switch (attempt(running(), object, mode)) {
        case FREE: return take(object, mode);
        case AGAIN:
            set(object, COUNT, words(object)[COUNT] + 1);
            return 0;
        case REFUSED: return patience == MOIRAI_TRY ? EBUSY : EDEADLK;
        case HELD: return patience == MOIRAI_TRY ? EBUSY : ETIMEDOUT;
    }
    return 0;
}

/* Gives a usable lock back: one level of it, or one reader's share. */
static int unlock(unsigned site, void *object, enum moirai_sync kind) {
    int owner = words(object)[owner_word(kind)];
    if (owner == 0 && kind == MOIRAI_RWLOCK && words(object)[COUNT] > 0) {
        set(object, COUNT, words(object)[COUNT] - 1);
        return 0;
    }
    if (owner != me(running())) {
        if (kind == MOIRAI_MUTEX && words(object)[KIND] != NORMAL) return EPERM;
        misuse(site, 0);
    }
    if (kind == MOIRAI_MUTEX && words(object)[KIND] == RECURSIVE) {
        set(object, COUNT, words(object)[COUNT] - 1);
        if (words(object)[COUNT] > 0) return 0;
    }
    set(object, owner_word(kind), 0);
    return 0;
}

int moirai_unlock(unsigned site, void *object, enum moirai_sync kind) {
    struct pending before = {.site = site};
    int unusable;
    turn(before);
    unusable = check(site, object, kind);
    return unusable ? unusable : unlock(site, object, kind);
}

/* ---- conditions and barriers: who waits is state of the waiting thread ------------------------------------------ */

static void park(void *object) {
    running()->parked_on = object;
    running()->woken = 0;
}

int moirai_wait(unsigned site, void *condition, void *mutex) {
    struct pending before = {.site = site};
    int unusable;
    turn(before);
    unusable = check(site, condition, MOIRAI_CONDITION);
    if (!unusable) unusable = check(site, mutex, MOIRAI_MUTEX);
    if (unusable) return unusable;
    if (words(mutex)[OWNER] != me(running())) return misuse(site, EPERM);
    unlock(site, mutex, MOIRAI_MUTEX);
    park(condition);
    return 0;
}

int moirai_awake(unsigned site, void *object, enum moirai_sync kind, int timed, int spurious) {
    struct pending before = {.site = site, .waiting = WAKES, .object = object, .timed = timed, .spurious = spurious};
    struct thread *thread = running();
    int waiting, timed_out;
    (void)kind;
    turn(before);
    waiting = thread->parked_on && !thread->woken;
    timed_out = waiting && timed && !(spurious && choose_one(2) == 1);
    thread->parked_on = NULL;
    thread->woken = 0;
    return timed_out ? ETIMEDOUT : 0;
}

static void wake_all(const void *object) {
    for (int i = 0; i < thread_count(); i++) if (waits_on(thread_at(i), object)) thread_at(i)->woken = 1;
}

void moirai_signal(unsigned site, void *condition, int all) {
    struct pending before = {.site = site};
    int waiters = 0;
    moirai_word chosen;
    turn(before);
    if (check(site, condition, MOIRAI_CONDITION)) return;
    if (all) {
        wake_all(condition);
        return;
    }
    for (int i = 0; i < thread_count(); i++) waiters += waits_on(thread_at(i), condition);
    if (waiters == 0) return;
    chosen = waiters == 1 ? 0 : choose_one((unsigned)waiters);
    for (int i = 0; i < thread_count(); i++) {
        if (waits_on(thread_at(i), condition) && chosen-- == 0) {
            thread_at(i)->woken = 1;
            return;
        }
    }
}

int moirai_arrive(unsigned site, void *barrier) {
    struct pending before = {.site = site};
    int unusable, arrived;
    turn(before);
    unusable = check(site, barrier, MOIRAI_BARRIER);
    if (unusable) return unusable;
    arrived = words(barrier)[COUNT] + 1;
    if (arrived < words(barrier)[NEEDED]) {
        set(barrier, COUNT, arrived);
        park(barrier);
        return 0;
    }
    set(barrier, COUNT, 0);
    wake_all(barrier);
    return -1;
}

/* ---- semaphores ------------------------------------------------------------------------------------------------ */

int moirai_down(unsigned site, void *semaphore, enum moirai_patience patience) {
    struct pending before = {
        .site = site, .waiting = patience == MOIRAI_BLOCK ? LOWERS : RUNS, .object = semaphore};
    int unusable;
    turn(before);
    unusable = check(site, semaphore, MOIRAI_SEMAPHORE);
    if (unusable) return unusable;
    if (words(semaphore)[VALUE] <= 0) return patience == MOIRAI_TRY ? EAGAIN : ETIMEDOUT;
    set(semaphore, VALUE, words(semaphore)[VALUE] - 1);
    return 0;
}

int moirai_up(unsigned site, void *semaphore) {
    struct pending before = {.site = site};
    int unusable;
    turn(before);
    unusable = check(site, semaphore, MOIRAI_SEMAPHORE);
    if (unusable) return unusable;
    if (words(semaphore)[VALUE] == 0x7fffffff) return EOVERFLOW;
    set(semaphore, VALUE, words(semaphore)[VALUE] + 1);
    return 0;
}

int moirai_level(unsigned site, void *semaphore) {
    struct pending before = {.site = site};
    turn(before);
    return check(site, semaphore, MOIRAI_SEMAPHORE) ? 0 : words(semaphore)[VALUE];
}

/* ---- life ------------------------------------------------------------------------------------------------------ */

void moirai_init_sync(unsigned site, enum moirai_sync kind, void *object, unsigned long bytes, int parameter) {
    struct pending before = {.site = site};
    turn(before);
    moirai_write(site, object, state_bytes(kind));
    while (bytes > state_bytes(kind) && !is_readable(object, bytes)) bytes -= 4;
    memset(object, 0, bytes);
    define(object, bytes);
    if (kind == MOIRAI_MUTEX || kind == MOIRAI_BARRIER || kind == MOIRAI_SEMAPHORE) set(object, KIND, parameter);
}

static int is_used(void *object, enum moirai_sync kind) {
    switch (kind) {
        case MOIRAI_MUTEX: case MOIRAI_SPIN: return words(object)[owner_word(kind)] != 0;
        case MOIRAI_RWLOCK: return words(object)[OWNER] != 0 || words(object)[COUNT] != 0;
        case MOIRAI_CONDITION: case MOIRAI_BARRIER:
            for (int i = 0; i < thread_count(); i++) if (waits_on(thread_at(i), object)) return 1;
            return 0;
        case MOIRAI_SEMAPHORE: /* Who is about to wait for it finds it destroyed. */
            return 0;
    }
    return 0;
}

int moirai_destroy_sync(unsigned site, enum moirai_sync kind, void *object) {
    struct pending before = {.site = site};
    int unusable;
    turn(before);
    unusable = check(site, object, kind);
    if (unusable) return unusable;
    if (is_used(object, kind)) return misuse(site, EBUSY);
    if (kind == MOIRAI_SPIN) set(object, SPIN_OWNER, SPIN_DEAD);
    else set(object, DEAD, 1);
    return 0;
}

/* ---- who can go on --------------------------------------------------------------------------------------------- */

static moirai_word memory_word(const void *address, unsigned type) {
    unsigned width = type & MOIRAI_WIDTH;
    unsigned long long bits = 0;
    memcpy(&bits, address, (width + 7) / 8);
    bits <<= 64 - width;
    return type & MOIRAI_SIGNED ? (moirai_word)bits >> (64 - width) : (moirai_word)(bits >> (64 - width));
}

void moirai_await(unsigned site, const void *address, unsigned bytes, unsigned type, moirai_word expected) {
    struct pending before = {
        .site = site, .waiting = AWAITS, .object = (void *)address, .type = type, .expected = expected,
        .touched = address, .bytes = bytes, .effect = MOIRAI_ATOMIC};
    do {
        turn(before);
        moirai_read(site, address, bytes, type);
        /* What was uninitialised may have become something else. */
    } while (memory_word(address, type) != expected);
}

enum readiness readiness_of(const struct thread *thread) {
    const struct pending *before = &thread->pending;
    const struct thread *other;
    if (thread->ended) return BLOCKED;
    if (thread->newborn) return READY;
    switch (before->waiting) {
        case RUNS: return READY;
        case OUTSIDE: return BLOCKED;
        case LOCKS:
            /* What is wrong with the object shows when the lock is taken. */
            if (!is_readable(before->object, state_bytes(kind_of(before->mode)))) return READY;
            if (!is_usable(before->object, kind_of(before->mode))) return READY;
            return attempt(thread, before->object, before->mode) == HELD ? BLOCKED : READY;
        case LOWERS:
            if (!is_readable(before->object, state_bytes(MOIRAI_SEMAPHORE))) return READY;
            if (!is_usable(before->object, MOIRAI_SEMAPHORE)) return READY;
            return words(before->object)[VALUE] > 0 ? READY : BLOCKED;
        case WAKES:
            if (!thread->parked_on || thread->woken || before->timed) return READY;
            return before->spurious ? SPURIOUS : BLOCKED;
        case JOINS:
            other = thread_at(before->thread);
            if (!other || other->ended || other->detached || other->joined || other == thread) return READY;
            return BLOCKED;
        case AWAITS:
            if (!is_readable(before->object, before->bytes) || !is_defined(before->object, before->bytes)) return READY;
            return memory_word(before->object, before->type) == before->expected ? READY : BLOCKED;
    }
    return READY;
}
