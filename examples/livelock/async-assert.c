/*
 * Assertions that are evaluated beside the program instead of in its way. The program posts an assertion over the fields
 * of a record and goes on at once; a checker evaluates it on the fields as they were at that moment. Whoever writes a
 * field while an assertion is posted first saves its old value, once, and never waits for the checker: if the checker is
 * about to read the field, the writer takes it away, and the checker tries again and finds the saved value. (A protocol
 * of our own, in the spirit of the third example of Atig, Bouajjani, Emmi and Lal, CAV 2012, section 5.)
 *
 *   moirai livelock examples/livelock/async-assert.c                        as it should be: no livelock
 *   moirai livelock examples/livelock/async-assert.c -D BROKEN=1            writers forget that they have saved
 *   moirai livelock examples/livelock/async-assert.c -D BROKEN=2            the checker begins anew when disturbed
 *   moirai livelock examples/livelock/async-assert.c -D UNRELIABLE_TIMER    as it should be, but the timer may never fire
 *
 * The checker may fail to come up. The program waits for it with a timer, MOIRAI_TIMEOUT(): a time-out that is asked for
 * again and again fires at last, so waiting for it is no livelock. A timer without that promise would be one.
 */
#include <moirai.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

#ifndef BROKEN
#define BROKEN 0
#endif

#ifdef UNRELIABLE_TIMER
#define TIMER() __VERIFIER_nondet_bool()
#else
#define TIMER() MOIRAI_TIMEOUT()
#endif

#define FIELDS 2

/* ---- the record ------------------------------------------------------------------------------------------------- */

/* What is going on with a field while an assertion is posted. */
enum mark {
    CLEAN,   /* as it was when the assertion was posted */
    READING, /* the checker is about to read it */
    SAVING,  /* a writer is about to save it */
    SAVED    /* its old value is saved */
};

struct field {
    atomic_int value;
    atomic_int old;
    atomic_int mark;
};

struct field record[FIELDS];

/* ---- the assertion ---------------------------------------------------------------------------------------------- */

enum phase {
    NONE,   /* nothing to evaluate */
    POSTED, /* to be evaluated */
    DONE    /* evaluated: see `verdict` */
};

atomic_int phase;
atomic_int verdict;
atomic_int checker_is_up;
atomic_int finished;

/* ---- writers ---------------------------------------------------------------------------------------------------- */

static bool changes(struct field *f, int from, int to) {
    int expected = from;
    return atomic_compare_exchange_strong(&f->mark, &expected, to);
}

/* Saves the field's old value unless that has been done. Does not wait for the checker. */
static void save(struct field *f) {
    if (changes(f, CLEAN, SAVING) || changes(f, READING, SAVING)) {
        atomic_store(&f->old, atomic_load(&f->value));
        atomic_store(&f->mark, SAVED);
    }
}

static void put(struct field *f, int value) {
    if (atomic_load(&phase) == POSTED) save(f);
    atomic_store(&f->value, value);
#if BROKEN == 1
    /* The value is written, so the old one is thought to be of no more use. The checker then finds a clean field, and
     * whenever it is about to read it the next writer may take it away again. */
    changes(f, SAVED, CLEAN);
#endif
}

/* ---- the checker ------------------------------------------------------------------------------------------------ */

static void clear(void) {
    for (int i = 0; i < FIELDS; i++) atomic_store(&record[i].mark, CLEAN);
}

/* Reads a field as it was. Says whether that was possible; if not, a writer came in between. */
static bool get(struct field *f, int *value) {
    int mark = atomic_load(&f->mark);
    if (mark == SAVED) {
        *value = atomic_load(&f->old);
        return true;
    }
    if (mark == CLEAN && changes(f, CLEAN, READING)) {
        int seen = atomic_load(&f->value);
        if (changes(f, READING, CLEAN)) {
            *value = seen;
            return true;
        }
    }
    return false;
}

/* The assertion itself: the fields are never both set. */
static void evaluate(void) {
    int value[FIELDS];
    int i = 0;
    while (i < FIELDS) {
        if (get(&record[i], &value[i])) {
            i++;
        } else {
#if BROKEN == 2
            /* To be on the safe side everything is read anew, and what was saved is thrown away. */
            clear();
            i = 0;
#endif
        }
    }
    atomic_store(&verdict, !(value[0] && value[1]));
}

void *checker(void *unused) {
    if (__VERIFIER_nondet_bool()) return 0; /* did not come up */
    atomic_store(&checker_is_up, 1);
    while (!atomic_load(&finished)) {
        if (atomic_load(&phase) != POSTED) continue;
        evaluate();
        atomic_store(&phase, DONE);
        clear();
        return 0;
    }
    return 0;
}

/* ---- the program ------------------------------------------------------------------------------------------------ */

static bool checker_comes_up(void) {
    while (!atomic_load(&checker_is_up)) {
        if (TIMER()) return false;
    }
    return true;
}

void *program(void *unused) {
    if (checker_comes_up()) {
        atomic_store(&phase, POSTED);
        put(&record[1], 1);
        while (atomic_load(&phase) != DONE)
            ;
    }
    atomic_store(&finished, 1);
    return 0;
}

/* Writes all the time, as the rest of the program does. */
void *others(void *unused) {
    while (!atomic_load(&finished)) {
        put(&record[0], 1);
        put(&record[0], 0);
    }
    return 0;
}

int main(void) {
    pthread_t c, p, o;
    pthread_create(&c, 0, checker, 0);
    pthread_create(&p, 0, program, 0);
    pthread_create(&o, 0, others, 0);
    pthread_join(p, 0);
    pthread_join(o, 0);
    pthread_join(c, 0);
    return 0;
}
