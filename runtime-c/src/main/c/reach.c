/*
 * What a call of a library function may touch: what its arguments point to and, unless it may wait for the world, what
 * that leads to. The program is told in words what to do about it; see outside.c.
 */
#include "outside.h"

#include <stdlib.h>
#include <string.h>

/* ---- words for the program --------------------------------------------------------------------------------------- */

struct request *request(void) {
    struct thread *thread = running();
    if (!thread->request) thread->request = calloc(1, sizeof *thread->request);
    if (!thread->request) finish("limit out of memory");
    return thread->request;
}

void tell(struct request *r, moirai_word word) {
    if (r->told_count == r->told_room) {
        r->told_room = r->told_room ? r->told_room * 2 : 64;
        r->told = realloc(r->told, r->told_room * sizeof *r->told);
        if (!r->told) finish("limit out of memory");
    }
    r->told[r->told_count++] = word;
}

void tell_nothing(struct request *r) {
    r->told_count = r->told_at = 0;
}

long long __moirai_real_word(void) {
    struct request *r = request();
    return r->told_at < r->told_count ? r->told[r->told_at++] : 0;
}

double __moirai_real_double(void) {
    return moirai_to_double(__moirai_real_word());
}

void tell_place(struct request *r, int index, const char *address) {
    int path[MOST_REACHED], steps = 0;
    for (int i = index; r->reached[i].parent >= 0; i = r->reached[i].parent) path[steps++] = i;
    tell(r, r->reached[index].root);
    tell(r, steps);
    while (steps > 0) tell(r, r->reached[path[--steps]].at);
    tell(r, address - r->reached[index].base);
}

/* ---- what a call reaches ----------------------------------------------------------------------------------------- */

static int same_memory(const struct request *r, const char *start, const char *base) {
    for (int i = 0; i < r->reached_count; i++) {
        if (r->reached[i].start == start && (!base || r->reached[i].base == base)) return i;
    }
    return -1;
}

static unsigned long size_of(const struct request *r, const struct argument *a, unsigned long room) {
    unsigned long bytes;
    if (a->size < 0) return room;
    bytes = (unsigned long)r->words[a->size];
    if (a->times >= 0) bytes *= (unsigned long)r->words[a->times];
    return bytes;
}

static void add_reached(struct request *r, struct reached memory) {
    if (memory.parent < 0 && memory.bytes > MOST_BYTES) {
        moirai_limit(r->site, "a library function is handed more than 64 megabytes");
    }
    if (r->reached_count == MOST_REACHED || r->reached_bytes + memory.bytes > MOST_BYTES) return;
    r->reached_bytes += memory.bytes;
    r->reached[r->reached_count++] = memory;
}

char *pointer_at(const char *at) {
    char *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

/* Whether a word of the program's memory is an address that means something to the program only. */
static int is_own_address(const char *at) {
    char *pointer = pointer_at(at);
    return pointer && (is_function(pointer) || object_near(pointer, NULL, NULL));
}

/* Follows the pointers in what has been reached. */
static void follow(struct request *r) {
    for (int i = 0; i < r->reached_count; i++) {
        if (r->reached[i].letter != MEMORY) continue;
        char *from = r->reached[i].start, *end = from + r->reached[i].bytes;
        for (char *at = (char *)(((uintptr_t)from + POINTER - 1) & ~(uintptr_t)(POINTER - 1)); at + POINTER <= end;
             at += POINTER) {
            char *pointer = pointer_at(at), *start;
            unsigned long bytes;
            if (!pointer || !is_defined(at, POINTER) || !object_near(pointer, &start, &bytes)) continue;
            if (same_memory(r, start, NULL) >= 0) continue;
            add_reached(r, (struct reached){.root = r->reached[i].root, .parent = i, .at = at - r->reached[i].base,
                                            .base = pointer, .start = start, .bytes = bytes, .letter = MEMORY});
        }
    }
}

void reach(struct request *r) {
    int root = 0;
    r->reached_count = 0;
    r->reached_bytes = 0;
    for (int i = 0; i < r->count; i++) {
        struct argument *a = &r->arguments[i];
        char *pointer = (char *)(uintptr_t)r->words[i], *start;
        unsigned long bytes;
        if (a->letter == NUMBER) continue;
        if (pointer && object_near(pointer, &start, &bytes)) {
            int whole = a->letter == MEMORY && a->size < 0 && !r->waits;
            unsigned long room = (unsigned long)(start + bytes - pointer);
            if (a->letter == TEXT) room = strnlen(pointer, room) < room ? strlen(pointer) + 1 : room;
            add_reached(r, (struct reached){.root = root, .parent = -1, .base = pointer,
                                            .start = whole ? start : pointer,
                                            .bytes = whole ? bytes : size_of(r, a, room), .letter = a->letter,
                                            .exact = a->size >= 0});
        } else if (pointer && is_ended(pointer)) {
            moirai_limit(r->site, "a library function is handed memory that has been freed");
        }
        root++;
    }
    if (!r->waits) follow(r);
}

/* ---- prepared ---------------------------------------------------------------------------------------------------- */

static moirai_word piece(const char *at, unsigned long width) {
    moirai_word word = *at;
    if (width == 8) memcpy(&word, at, sizeof word);
    return word;
}

void tell_extent(
        struct request *r, moirai_word what, int index, const char *from, unsigned long bytes, const char *contents) {
    while (bytes) {
        unsigned long width = bytes >= 8 && (uintptr_t)from % 8 == 0 ? 8 : 1;
        unsigned long pieces = width == 8 ? bytes / 8 : bytes < 8 ? bytes : 8 - (uintptr_t)from % 8;
        tell(r, what);
        tell_place(r, index, from);
        tell(r, (moirai_word)pieces);
        tell(r, (moirai_word)width);
        for (unsigned long k = 0; contents && k < pieces; k++) tell(r, piece(contents + k * width, width));
        if (contents) contents += pieces * width;
        from += pieces * width;
        bytes -= pieces * width;
    }
}

/* Runs of written bytes, without the addresses among them, which are other numbers elsewhere. */
static void tell_contents(struct request *r, int index, moirai_word kind) {
    char *from = r->reached[index].start, *end = from + r->reached[index].bytes;
    while (from < end) {
        char *to = from;
        int aligned = (uintptr_t)from % POINTER == 0 && from + POINTER <= end;
        if (aligned && is_own_address(from)) {
            from += POINTER;
            continue;
        }
        while (to < end && is_defined(to, 1)) {
            if (to > from && (uintptr_t)to % POINTER == 0 && to + POINTER <= end && is_own_address(to)) break;
            to++;
        }
        tell_extent(r, kind, index, from, (unsigned long)(to - from), NULL);
        from = to > from ? to : from + 1;
    }
}

/* All bytes that are asked for, so that one that is not there is an error of the program. */
static void tell_looked_at(struct request *r, int index) {
    tell_extent(r, LOOK_AT, index, r->reached[index].start, r->reached[index].bytes, NULL);
}

static void tell_reads(struct request *r) {
    int root = 0;
    for (int i = 0; i < r->reached_count; i++) {
        if (r->reached[i].letter == MEMORY) tell_contents(r, i, PIN);
        if (r->reached[i].letter == READ || (r->reached[i].letter == MEMORY && r->reached[i].exact)) tell_looked_at(r, i);
    }
    for (int i = 0; i < r->count; i++) {
        if (r->arguments[i].letter == NUMBER) continue;
        if (r->words[i] && !object_near((void *)(uintptr_t)r->words[i], NULL, NULL)) {
            tell(r, PIN_ADDRESS);
            tell(r, root);
            tell(r, 0);
            tell(r, 0);
        }
        root++;
    }
    if (r->waits) tell(r, WAIT);
    tell(r, MAKE);
}

static int number(const char **at) {
    int value = 0;
    if (**at < '0' || **at > '9') return -1;
    while (**at >= '0' && **at <= '9') value = value * 10 + *(*at)++ - '0';
    return value;
}

/* "!Pnp2*3": it may wait, it returns a pointer, takes a number, and memory of as many bytes as arguments 2 and 3 say. */
static void read_shape(struct request *r, const char *shape) {
    r->waits = *shape == '!';
    shape += r->waits;
    r->result_letter = *shape++;
    for (r->count = 0; *shape; r->count++) {
        struct argument *a = &r->arguments[r->count];
        if (r->count == MOST_ARGUMENTS) moirai_limit(r->site, "a library function with very many arguments");
        a->letter = *shape++;
        a->size = number(&shape);
        a->times = -1;
        if (*shape == '*') {
            shape++;
            a->times = number(&shape);
        }
    }
}

void moirai_prepare(unsigned site, const char *shape, void (*call)(const moirai_word *, moirai_word *),
                    const moirai_word *words) {
    struct request *r = request();
    r->site = site;
    r->call = call;
    r->made = 0;
    read_shape(r, shape);
    for (int i = 0; i < r->count; i++) r->words[i] = words[i];
    tell_nothing(r);
    reach(r);
    tell_reads(r);
}
