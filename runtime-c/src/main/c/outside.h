/* What reach.c and outside.c know of a call of a library function. */
#ifndef MOIRAI_OUTSIDE_H
#define MOIRAI_OUTSIDE_H

#include "runtime.h"

enum { MOST_ARGUMENTS = 16, MOST_REACHED = 256, POINTER = sizeof(void *), GAP = 8 };
enum { MOST_BYTES = 1 << 26 };

/* Letters of a shape (frontend.c.library.OutsideCalls). */
enum { NUMBER = 'n', MEMORY = 'p', WRITTEN = 'w', RESULT_BYTES = 'x', READ = 'r', TEXT = 't', STREAM = 'f' };

/* What the program is told to do (models/outside.c). */
enum { END, MAKE, WAIT, FAIL, PIN, LOOK_AT, WRITE, PIN_ADDRESS, MOVE, KEEP, STORE_KEPT };

struct argument {
    char letter;
    /* Its size is the product of these arguments; -1 for none. */
    int size, times;
};

/* Memory that the call may touch. */
struct reached {
    int root, parent;
    /* Where in the parent the pointer stands that leads here, and what it points to; offsets count from that. */
    long at;
    char *base;
    char *start, *used, *before;
    unsigned long bytes;
    char letter;
    /* Whether the call is known to read all of it. */
    char exact;
};

struct request {
    void (*call)(const moirai_word *arguments, moirai_word *result);
    moirai_word words[MOST_ARGUMENTS];
    struct argument arguments[MOST_ARGUMENTS];
    int count, waits, made, error;
    unsigned site;
    char result_letter;
    moirai_word result;
    struct reached reached[MOST_REACHED];
    int reached_count;
    unsigned long reached_bytes;
    moirai_word *told;
    size_t told_count, told_room, told_at;
};

/* ---- reach.c ---- */
/* The running thread's. */
struct request *request(void);
void tell(struct request *r, moirai_word word);
void tell_nothing(struct request *r);
/* The place of an address in what was reached: argument, how many pointers to follow, where each stands, offset. */
void tell_place(struct request *r, int index, const char *address);
/* Memory from a place on, in pieces of eight bytes where it is aligned so; and what is in it, if contents are wanted. */
void tell_extent(
        struct request *r, moirai_word what, int index, const char *from, unsigned long bytes, const char *contents);
/* Finds the memory that the call may touch. */
void reach(struct request *r);
char *pointer_at(const char *at);

#endif
