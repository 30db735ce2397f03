/*
 * What an instrumented program and the runtime know of each other.
 *
 * The program is the IR printed back as C. Before each visible instruction it calls the runtime, which lets one thread
 * run at a time: a thread that calls hands the token over here, and nowhere else. So the order of visible steps is the
 * schedule's, exactly, and the same schedule gives the same run.
 *
 * A site is an instruction's number (from 1, in the order of the IR; 0 is the start of a thread). Locks, conditions and
 * the like lie in the program's memory in the words of the IR (ir.Sync), and no pthread object of the program's exists.
 */
#ifndef MOIRAI_H
#define MOIRAI_H

/* No header is included, so that the program's names meet none but ours. */
int printf(const char *format, ...);

/* Any scalar: integers sign- or zero-extended, the bits of a float, a pointer. */
typedef long long moirai_word;

/* Functions whose address is taken are called through these: a function pointer of the program points here. */
struct moirai_function {
    const char *name;
    moirai_word (*call)(const moirai_word *arguments, unsigned count);
};

/* ---- what the program defines ---------------------------------------------------------------------------------- */

extern const struct moirai_function moirai_functions[];
extern const unsigned moirai_function_count;
moirai_word moirai_entry(void);
/* Runs as a thread ends; does nothing in most programs. */
void moirai_epilogue(void);
/* Makes the globals known and sets them. */
void moirai_initial(void);
/* The same for one thread's copies of thread-local ones. */
void moirai_thread_initial(void);

/* ---- memory ---------------------------------------------------------------------------------------------------- */

enum moirai_kind { MOIRAI_GLOBAL, MOIRAI_CONSTANT, MOIRAI_THREAD_LOCAL, MOIRAI_HEAP, MOIRAI_STACK };

/* Types of free values: a width, and what the bits mean. */
enum { MOIRAI_SIGNED = 0x100, MOIRAI_FLOAT = 0x200, MOIRAI_POINTER = 0x400, MOIRAI_WIDTH = 0xff };

void moirai_globals_at(void *start, unsigned long bytes);
void moirai_global(void *start, unsigned long bytes, enum moirai_kind kind);
void *moirai_thread_local(unsigned number);
void *moirai_new_thread_local(unsigned number, unsigned long bytes);
void *moirai_new(unsigned site, unsigned long long bytes, enum moirai_kind kind, int zero);
void *moirai_resize(unsigned site, void *old, unsigned long long bytes);
void moirai_free(unsigned site, void *pointer, enum moirai_kind kind);
/* The bytes may be read; those nobody has written take a chosen value first. */
void *moirai_read(unsigned site, const void *from, unsigned bytes, unsigned type);
void *moirai_write(unsigned site, void *to, unsigned bytes);
/* As a string: every byte may be read. */
const char *moirai_text(unsigned site, const void *from);
/* As a string of at most so many bytes; a negative number is no limit. */
const char *moirai_text_within(const void *from, int most);
/* Prints as vprintf does; the list has eight bytes for each argument. */
void moirai_print_list(unsigned site, const void *format, const void *list);
/* A function's stack objects live until it leaves. */
unsigned long moirai_enter(void);
void moirai_leave(unsigned long mark);

/* ---- steps ----------------------------------------------------------------------------------------------------- */

/* GLANCE: a read that may not happen, which is no part of a data race. */
enum { MOIRAI_READS = 0, MOIRAI_WRITES = 1, MOIRAI_ATOMIC = 2, MOIRAI_GLANCE = 4 };

/* Before an access to shared memory. */
void moirai_access(unsigned site, const void *address, unsigned long bytes, int effect);
/* Before something that ends an object: a write to all of it. */
void moirai_access_whole(unsigned site, const void *object);
void moirai_yield(unsigned site);
/* A step that goes round for so long without meeting a visible instruction is cut, so that others may move. */
extern __thread unsigned long moirai_rounds_left;
void moirai_cut(unsigned site);

static inline void moirai_round(unsigned site) {
    if (moirai_rounds_left-- == 0) moirai_cut(site);
}
void moirai_atomic_begin(unsigned site);
void moirai_atomic_end(void);
/* Whether the activation that asks is main's first; asked once, as it begins. */
int moirai_outermost(void);
/* Before main returns for good. */
void moirai_main_returns(unsigned site);

/* ---- choices, and what ends a run ------------------------------------------------------------------------------ */

moirai_word moirai_any(unsigned site, unsigned type);
/* Whether the results of real calls come from the script; otherwise they are noted. */
int moirai_pinned(void);
moirai_word moirai_note(unsigned type, moirai_word value);
/* A call of a library function: what it takes and returns (frontend.c.library.OutsideCalls), and who makes it. */
void moirai_prepare(unsigned site, const char *shape, void (*call)(const moirai_word *arguments, moirai_word *result),
                    const moirai_word *arguments);
/* A text for a function outside, which must not write into it. */
void *moirai_copy_text(unsigned site, const void *text);
void moirai_check_copy(unsigned site, const void *text, void *copy);
void moirai_assume(unsigned site, int holds);
void moirai_assert(unsigned site, int holds, const char *property);
_Noreturn void moirai_exit(moirai_word code);
_Noreturn void moirai_limit(unsigned site, const char *what);

/* ---- threads --------------------------------------------------------------------------------------------------- */

const struct moirai_function *moirai_callee(unsigned site, const void *pointer);
moirai_word moirai_spawn(unsigned site, const void *function, moirai_word argument, int detached);
int moirai_join(unsigned site, moirai_word thread, moirai_word *value);
int moirai_detach(unsigned site, moirai_word thread);
moirai_word moirai_self(void);
_Noreturn void moirai_exit_thread(moirai_word value);

/* ---- synchronisation: results are 0 or an error number ----------------------------------------------------------- */

enum moirai_sync { MOIRAI_MUTEX, MOIRAI_SPIN, MOIRAI_RWLOCK, MOIRAI_CONDITION, MOIRAI_BARRIER, MOIRAI_SEMAPHORE };
enum moirai_mode { MOIRAI_LOCK_MUTEX, MOIRAI_LOCK_SPIN, MOIRAI_LOCK_READ, MOIRAI_LOCK_WRITE };
enum moirai_patience { MOIRAI_BLOCK, MOIRAI_TRY, MOIRAI_TIMED };

int moirai_lock(unsigned site, void *object, enum moirai_mode mode, enum moirai_patience patience);
int moirai_unlock(unsigned site, void *object, enum moirai_sync kind);
int moirai_wait(unsigned site, void *condition, void *mutex);
int moirai_awake(unsigned site, void *object, enum moirai_sync kind, int timed, int spurious);
void moirai_signal(unsigned site, void *condition, int all);
int moirai_arrive(unsigned site, void *barrier);
int moirai_down(unsigned site, void *semaphore, enum moirai_patience patience);
int moirai_up(unsigned site, void *semaphore);
int moirai_level(unsigned site, void *semaphore);
void moirai_init_sync(unsigned site, enum moirai_sync kind, void *object, unsigned long bytes, int parameter);
int moirai_destroy_sync(unsigned site, enum moirai_sync kind, void *object);
/* Waits until the memory equals the value. */
void moirai_await(unsigned site, const void *address, unsigned bytes, unsigned type, moirai_word expected);

/* ---- integers of three, five, six or seven bytes: units of bit-fields, little-endian ----------------------------- */

static inline unsigned long long moirai_get_bytes(const void *from, unsigned bytes) {
    unsigned long long value = 0;
    for (unsigned i = 0; i < bytes; i++) value |= (unsigned long long)((const unsigned char *)from)[i] << 8 * i;
    return value;
}

static inline void moirai_put_bytes(void *to, unsigned bytes, unsigned long long value) {
    for (unsigned i = 0; i < bytes; i++) ((unsigned char *)to)[i] = (unsigned char)(value >> 8 * i);
}

/* ---- scalars as words ------------------------------------------------------------------------------------------ */

static inline moirai_word moirai_of_float(float value) {
    union { float f; unsigned bits; } u = {value};
    return (moirai_word)u.bits;
}

static inline moirai_word moirai_of_double(double value) {
    union { double f; unsigned long long bits; } u = {value};
    return (moirai_word)u.bits;
}

static inline float moirai_to_float(moirai_word word) {
    union { unsigned bits; float f; } u = {(unsigned)word};
    return u.f;
}

static inline double moirai_to_double(moirai_word word) {
    union { unsigned long long bits; double f; } u = {(unsigned long long)word};
    return u.f;
}

#endif
