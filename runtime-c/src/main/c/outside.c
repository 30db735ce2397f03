/*
 * Calls of functions that only the machine's libraries have. Such a call may read and write what its arguments lead to.
 * The runtime looks at that memory before and after, takes back what was written, and hands it to the program as words
 * (moirai_outside_word), so that the program stores it itself, in steps that others see; the log then has all of it.
 *
 * A call is prepared, made, and told:
 *   prepared  its arguments are kept, and what it may read is told, so that the program reads it too;
 *   made      at once with the token or, if it may wait for the world, without it and on copies of its arguments;
 *   told      its result, errno, and what it wrote.
 *
 * Memory is named by places, which mean the same in every run: an argument, pointers to be followed from there, an
 * offset. Bytes that nobody has written get a pattern before the call: what differs afterwards has been written.
 */
#include "outside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- made -------------------------------------------------------------------------------------------------------- */

static char pattern(const char *address) {
    uintptr_t mixed = (uintptr_t)address * 0x9e3779b1u;
    return (char)(mixed >> 16 ^ mixed >> 7);
}

static int is_there(const char *address) {
    return is_readable(address, 1);
}

/* Copies what will be touched; without the token the call works on a second copy. */
static void look_before(struct request *r) {
    for (int i = 0; i < r->reached_count; i++) {
        struct reached *m = &r->reached[i];
        m->before = malloc(m->bytes + 1);
        m->used = r->waits ? malloc(m->bytes + 1) : m->start;
        if (!m->before || !m->used) finish("limit out of memory");
        mark_handed(m->start);
        for (unsigned long k = 0; k < m->bytes; k++) {
            char *byte = m->start + k;
            int there = is_there(byte);
            if (there && !is_defined(byte, 1)) *byte = pattern(byte);
            m->before[k] = there ? *byte : 0;
        }
        if (r->waits) memcpy(m->used, m->before, m->bytes);
    }
}

/* The arguments as the function gets them: copies, and the real streams for the three standard ones. */
static void hand_over_arguments(struct request *r, moirai_word *words) {
    int root = 0;
    for (int i = 0; i < r->count; i++) {
        words[i] = r->words[i];
        if (words[i] == 1 && r->arguments[i].letter == STREAM) words[i] = (moirai_word)(uintptr_t)stdin;
        if (words[i] == 2 && r->arguments[i].letter == STREAM) words[i] = (moirai_word)(uintptr_t)stdout;
        if (words[i] == 3 && r->arguments[i].letter == STREAM) words[i] = (moirai_word)(uintptr_t)stderr;
        if (r->arguments[i].letter == NUMBER) continue;
        for (int k = 0; r->waits && k < r->reached_count; k++) {
            if (r->reached[k].root == root) words[i] = (moirai_word)(uintptr_t)r->reached[k].used;
        }
        root++;
    }
}

static void make(void) {
    struct request *r = running()->request;
    moirai_word words[MOST_ARGUMENTS];
    hand_over_arguments(r, words);
    errno = 0;
    r->call(words, &r->result);
    r->error = errno;
    r->made = 1;
}

int has_request(void) {
    struct request *r = running()->request;
    return r && r->call && r->waits && !r->made;
}

void make_without_token(struct pending here) {
    struct request *r = request();
    reach(r);
    look_before(r);
    turn_outside(here, make);
}

/* ---- told -------------------------------------------------------------------------------------------------------- */

static int inside(const struct request *r, const char *address) {
    for (int i = 0; i < r->reached_count; i++) {
        const struct reached *m = &r->reached[i];
        if (address >= m->used && address <= m->used + m->bytes) return i;
    }
    return -1;
}

/* The function has changed a pointer. */
static int tell_pointer(struct request *r, int index, unsigned long k) {
    struct reached *m = &r->reached[index];
    char *now = pointer_at(m->used + k), *old = pointer_at(m->before + k), *start, *old_start;
    int to;
    if ((uintptr_t)(m->start + k) % POINTER || k + POINTER > m->bytes || now == old) return 0;
    if (r->waits || !object_near(now, &start, NULL)) return 0;
    if (is_defined(m->start + k, POINTER) && object_near(old, &old_start, NULL) && old_start == start) {
        tell(r, MOVE);
        tell_place(r, index, m->start + k);
        tell(r, now - old);
        return 1;
    }
    to = inside(r, now);
    if (to < 0) moirai_limit(r->site, "a library function wrote an address that its arguments do not lead to");
    tell(r, KEEP);
    tell_place(r, to, r->reached[to].start + (now - r->reached[to].used));
    tell(r, STORE_KEPT);
    tell_place(r, index, m->start + k);
    return 1;
}

static int differs(const struct reached *m, unsigned long k) {
    return m->used[k] != m->before[k];
}

/* How many bytes from k on were written. Bytes nobody had written before count if others near them were. */
static unsigned long written_from(const struct reached *m, unsigned long k) {
    unsigned long end = k + 1;
    for (unsigned long next = k + 1; next < m->bytes && next < end + GAP; next++) {
        if (differs(m, next)) end = next + 1;
        else if (is_defined(m->start + next, 1)) break;
    }
    return end - k;
}

static void tell_bytes(struct request *r, int index, unsigned long from, unsigned long bytes) {
    struct reached *m = &r->reached[index];
    tell_extent(r, WRITE, index, m->start + from, bytes, m->used + from);
}

/* Other bytes first: places are found through pointers as they were. */
static void tell_writes(struct request *r, int index, int pointers) {
    struct reached *m = &r->reached[index];
    for (unsigned long k = 0; k < m->bytes;) {
        if (!differs(m, k)) {
            k++;
            continue;
        }
        unsigned long word = k - (uintptr_t)(m->start + k) % POINTER;
        int is_pointer = word <= k && word + POINTER <= m->bytes && !r->waits
            && object_near(pointer_at(m->used + word), NULL, NULL);
        if (is_pointer) {
            if (pointers) tell_pointer(r, index, word);
            k = word + POINTER;
        } else {
            unsigned long bytes = written_from(m, k);
            if (!pointers) tell_bytes(r, index, k, bytes);
            k += bytes;
        }
    }
}

/* A pointer into an argument is kept, so that nothing needs to be told after the end. */
static void tell_result(struct request *r) {
    char *pointer = (char *)(uintptr_t)r->result;
    int is_pointer = r->result_letter != 'N';
    int to = is_pointer && pointer ? inside(r, pointer) : -1;
    size_t bytes = r->result_letter == 'T' && pointer && to < 0 ? strlen(pointer) + 1 : 0;
    if (to >= 0) {
        tell(r, KEEP);
        tell_place(r, to, r->reached[to].start + (pointer - r->reached[to].used));
    }
    tell(r, END);
    if (is_pointer && to < 0) tell(r, (moirai_word)bytes);
    for (size_t k = 0; k < bytes; k++) tell(r, pointer[k]);
    if (to < 0 && !bytes) tell(r, r->result);
}

static void take_back(struct request *r) {
    for (int i = 0; i < r->reached_count; i++) {
        struct reached *m = &r->reached[i];
        if (!r->waits) memcpy(m->start, m->before, m->bytes);
        else free(m->used);
        free(m->before);
    }
}

/* Makes the call, if it has not been made, and tells what came of it. */
void __moirai_real_make(void) {
    struct request *r = request();
    if (!r->made) {
        reach(r);
        look_before(r);
        make();
    }
    tell_nothing(r);
    if (r->error) {
        tell(r, FAIL);
        tell(r, r->error);
    }
    for (int i = 0; i < r->reached_count; i++) {
        struct reached *m = &r->reached[i];
        if (m->letter == READ || m->letter == TEXT) continue;
        if (m->letter == RESULT_BYTES) {
            unsigned long bytes = r->result > 0 ? (unsigned long)r->result : 0;
            if (bytes > m->bytes) bytes = m->bytes;
            if (bytes) tell_bytes(r, i, 0, bytes);
        } else {
            tell_writes(r, i, 0);
        }
    }
    for (int i = 0; i < r->reached_count; i++) if (r->reached[i].letter == MEMORY) tell_writes(r, i, 1);
    tell_result(r);
    take_back(r);
    r->call = NULL;
}
