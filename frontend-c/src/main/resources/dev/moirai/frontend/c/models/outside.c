/*
 * A call of a function that only the machine's libraries have, in a native run. The runtime makes the call (outside.c
 * there) and says in words what the program has to do for it: to read what the function may read, to wait, to write what
 * it wrote. So other threads see all that as they see everything else.
 *
 * Memory is told as a place: the number of a pointer among the arguments, how many pointers to follow, where each of them
 * stands, and an offset. From there on it is told how many pieces there are, and how many bytes each has: one or eight.
 *
 * This is written out at every call of such a function, so it is one small loop.
 */

#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

/*
 * PIN: to be the same in every execution that is predicted. Whether the function reads it is not known, so it is only
 * glanced at, which is no part of a data race. LOOK_AT: read.
 */
enum { END, MAKE, WAIT, FAIL, PIN, LOOK_AT, WRITE, PIN_ADDRESS, MOVE, KEEP, STORE_KEPT };

void __moirai_set_errno(int code);
void __moirai_pin(long long value);

long long __moirai_real_word(void);
double __moirai_real_double(void);
void __moirai_real_make(void);

/* Without memory. */
static void __moirai_perform_plainly(void) {
    for (;;) {
        long long what = __moirai_real_word();
        if (what == END) return;
        if (what == MAKE) __moirai_real_make();
        else if (what == WAIT) sched_yield();
        else __moirai_set_errno((int) __moirai_real_word());
    }
}

static char *__moirai_perform(char *a, char *b, char *c, char *d, char *e, char *f) {
    char *kept = NULL;
    for (;;) {
        long long what = __moirai_real_word();
        if (what == END) return kept;
        if (what == MAKE) {
            __moirai_real_make();
            continue;
        }
        if (what == WAIT) {
            sched_yield();
            continue;
        }
        long long root = __moirai_real_word();
        if (what == FAIL) {
            __moirai_set_errno((int) root);
            continue;
        }
        char *at = root == 0 ? a : root == 1 ? b : root == 2 ? c : root == 3 ? d : root == 4 ? e : f;
        for (long long steps = __moirai_real_word(); steps > 0; steps--) at = *(char **) (at + __moirai_real_word());
        at += __moirai_real_word();
        if (what == KEEP) kept = at;
        else if (what == PIN_ADDRESS) __moirai_pin((long long) (size_t) at);
        else if (what == MOVE) *(char **) at += __moirai_real_word();
        else if (what == STORE_KEPT) *(char **) at = kept;
        else {
            long long pieces = __moirai_real_word();
            long long width = __moirai_real_word();
            for (; pieces > 0; pieces--) {
                if (what == WRITE) {
                    long long word = __moirai_real_word();
                    if (width == 8) *(long long *) at = word;
                    else *at = (char) word;
                } else if (what == PIN) {
                    __moirai_pin(width == 8 ? __moirai_glance((long long *) at) : __moirai_glance(at));
                } else {
                    long long seen = width == 8 ? *(long long *) at : *at;
                    (void) seen;
                }
                at += width;
            }
        }
    }
}

long long __moirai_outside_plain(void) {
    __moirai_perform_plainly();
    return __moirai_real_word();
}

long long __moirai_outside_number(char *a, char *b, char *c, char *d, char *e, char *f) {
    __moirai_perform(a, b, c, d, e, f);
    return __moirai_real_word();
}

double __moirai_outside_double(char *a, char *b, char *c, char *d, char *e, char *f) {
    __moirai_perform(a, b, c, d, e, f);
    return __moirai_real_double();
}

/* A pointer to what the program has, a text of the library, which is copied, or a handle that only the library can follow. */
char *__moirai_outside_pointer(char *a, char *b, char *c, char *d, char *e, char *f) {
    char *kept = __moirai_perform(a, b, c, d, e, f);
    if (kept != NULL) return kept;
    long long bytes = __moirai_real_word();
    if (bytes == 0) return (char *) (size_t) __moirai_real_word();
    char *text = malloc((size_t) bytes);
    for (long long i = 0; i < bytes; i++) text[i] = (char) __moirai_real_word();
    return text;
}
