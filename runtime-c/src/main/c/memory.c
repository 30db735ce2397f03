/*
 * Every object is known, so that touching what is null, freed, constant or out of bounds is seen before it happens.
 * Objects lie in one reserved range of addresses, 16 bytes apart at least; a table tells for each 16 bytes whose they
 * are. Nothing freed is given out again: a pointer to it stays wrong. One bit a byte says whether it has been written;
 * free bytes take a chosen value when first read.
 */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GRAIN = 16 };

#if UINTPTR_MAX > 0xffffffffu
static const size_t RESERVED = (size_t)1 << 34;
static const unsigned long long LARGEST = 1ull << 31;
#else
static const size_t RESERVED = (size_t)1 << 29;
static const unsigned long long LARGEST = 1ull << 28;
#endif
static const size_t CHUNK = (size_t)1 << 20;

struct object {
    char *start;
    unsigned long size;
    enum moirai_kind kind;
    /* Some of its bytes may not have been written. */
    int partly;
    int live;
    /* A library function has seen it, and may have written bytes that nobody could tell from those before. */
    int handed;
};

/* A range of memory and the objects in it, by grains. */
struct range {
    char *start;
    size_t bytes;
    unsigned *owner;
};

static struct object *objects;
static unsigned object_count, object_room;
static struct range arena, statics;
static unsigned char *written;
static size_t used, committed;

static void *reserve(size_t bytes) {
    void *start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) finish("limit no room to reserve %zu bytes of addresses", bytes);
    return start;
}

static void commit(void *table, size_t from, size_t bytes) {
    if (mprotect((char *)table + from, bytes, PROT_READ | PROT_WRITE)) finish("limit out of memory");
}

void start_memory(void) {
    arena.start = reserve(RESERVED);
    arena.bytes = RESERVED;
    arena.owner = reserve(RESERVED / GRAIN * sizeof *arena.owner);
    written = reserve(RESERVED / 8);
    object_room = 64;
    objects = malloc(object_room * sizeof *objects);
    if (!objects) finish("limit out of memory");
    /* Object 0 is none. */
    memset(objects, 0, sizeof *objects);
    object_count = 1;
}

static unsigned new_object(char *start, unsigned long size, enum moirai_kind kind) {
    if (object_count == object_room) {
        object_room *= 2;
        objects = realloc(objects, object_room * sizeof *objects);
        if (!objects) finish("limit out of memory");
    }
    objects[object_count] = (struct object){start, size, kind, 0, 1, 0};
    return object_count++;
}

static void own(struct range *range, char *start, unsigned long size, unsigned object) {
    size_t first = (size_t)(start - range->start) / GRAIN;
    size_t last = (size_t)(start - range->start + (size ? size - 1 : 0)) / GRAIN;
    for (size_t i = first; i <= last; i++) range->owner[i] = object;
}

static struct object *find(const void *address) {
    size_t at = (size_t)((const char *)address - arena.start);
    if (at < used) return &objects[arena.owner[at / GRAIN]];
    at = (size_t)((const char *)address - statics.start);
    if (at < statics.bytes) return &objects[statics.owner[at / GRAIN]];
    return &objects[0];
}

static int holds(const struct object *object, const void *address, unsigned long bytes) {
    const char *at = address;
    return object->live && at >= object->start && at - object->start + bytes <= object->size;
}

/* ---- making objects -------------------------------------------------------------------------------------------- */

void moirai_globals_at(void *start, unsigned long bytes) {
    statics.start = start;
    statics.bytes = bytes;
    statics.owner = calloc(bytes / GRAIN + 1, sizeof *statics.owner);
    if (!statics.owner) finish("limit out of memory");
}

void moirai_global(void *start, unsigned long bytes, enum moirai_kind kind) {
    own(&statics, start, bytes, new_object(start, bytes, kind));
}

static void *allocate(unsigned long long bytes, enum moirai_kind kind, int zero) {
    size_t needed, from = used + GRAIN;
    unsigned number;
    if (bytes > LARGEST) return NULL;
    needed = ((size_t)bytes / GRAIN + 2) * GRAIN;
    if (from + needed > RESERVED) finish("limit the %zu bytes for objects are used up", RESERVED);
    while (from + needed > committed) {
        commit(arena.start, committed, CHUNK);
        commit(arena.owner, committed / GRAIN * sizeof *arena.owner, CHUNK / GRAIN * sizeof *arena.owner);
        commit(written, committed / 8, CHUNK / 8);
        committed += CHUNK;
    }
    used = from + needed;
    number = new_object(arena.start + from, (unsigned long)bytes, kind);
    objects[number].partly = !zero;
    own(&arena, arena.start + from, (unsigned long)bytes, number);
    return arena.start + from;
}

void *moirai_new(unsigned site, unsigned long long bytes, enum moirai_kind kind, int zero) {
    void *start = allocate(bytes, kind, zero);
    struct thread *thread = running();
    if (kind != MOIRAI_STACK) return start;
    if (!start) moirai_limit(site, "no room for a local object");
    if (thread->stack_count == thread->stack_room) {
        thread->stack_room = thread->stack_room ? thread->stack_room * 2 : 16;
        thread->stack_objects = realloc(thread->stack_objects, thread->stack_room * sizeof *thread->stack_objects);
        if (!thread->stack_objects) finish("limit out of memory");
    }
    thread->stack_objects[thread->stack_count++] = start;
    return start;
}

void *moirai_new_thread_local(unsigned number, unsigned long bytes) {
    struct thread *thread = running();
    if (number >= thread->thread_local_count) {
        thread->thread_locals = realloc(thread->thread_locals, (number + 1) * sizeof *thread->thread_locals);
        if (!thread->thread_locals) finish("limit out of memory");
        thread->thread_local_count = number + 1;
    }
    return thread->thread_locals[number] = allocate(bytes, MOIRAI_THREAD_LOCAL, 1);
}

void *moirai_thread_local(unsigned number) {
    return running()->thread_locals[number];
}

/* ---- ending them ----------------------------------------------------------------------------------------------- */

unsigned long moirai_enter(void) {
    return running()->stack_count;
}

void end_stack_objects(struct thread *thread, unsigned long mark) {
    while (thread->stack_count > mark) find(thread->stack_objects[--thread->stack_count])->live = 0;
}

void moirai_leave(unsigned long mark) {
    end_stack_objects(running(), mark);
}

void end_thread_locals(struct thread *thread) {
    for (unsigned i = 0; i < thread->thread_local_count; i++) find(thread->thread_locals[i])->live = 0;
}

static void forget_stack_object(struct thread *thread, void *start) {
    for (unsigned long i = thread->stack_count; i-- > 0;) {
        if (thread->stack_objects[i] != start) continue;
        memmove(&thread->stack_objects[i], &thread->stack_objects[i + 1],
                (thread->stack_count - i - 1) * sizeof *thread->stack_objects);
        thread->stack_count--;
        return;
    }
}

/* The heap object that starts at the pointer; anything else may not be freed. */
static struct object *freeable(unsigned site, void *pointer) {
    struct object *object = find(pointer);
    if (!object->live || object->kind != MOIRAI_HEAP || object->start != (char *)pointer) fault("memory", site);
    return object;
}

void moirai_free(unsigned site, void *pointer, enum moirai_kind kind) {
    if (!pointer) return;
    if (kind == MOIRAI_STACK) {
        struct object *object = find(pointer);
        if (!object->live) return;
        forget_stack_object(running(), pointer);
        object->live = 0;
        return;
    }
    freeable(site, pointer)->live = 0;
}

void *moirai_resize(unsigned site, void *old, unsigned long long bytes) {
    unsigned long size = freeable(site, old)->size;
    unsigned long kept = bytes < size ? (unsigned long)bytes : size;
    char *start = allocate(bytes, MOIRAI_HEAP, 0);
    if (!start) return NULL;
    memcpy(start, old, kept);
    for (unsigned long i = 0; i < kept; i++) if (is_defined((char *)old + i, 1)) define(start + i, 1);
    find(old)->live = 0;
    return start;
}

/* ---- looking at them ------------------------------------------------------------------------------------------- */

int is_readable(const void *address, unsigned long bytes) {
    return holds(find(address), address, bytes);
}

int is_object(const void *address) {
    return find(address) != &objects[0];
}

int whole_object(const void *address, const void **start, unsigned long *bytes) {
    const struct object *object = find(address);
    if (!object->live) return 0;
    *start = object->start;
    *bytes = object->size ? object->size : 1;
    return 1;
}

int object_near(const void *address, char **start, unsigned long *bytes) {
    const struct object *object = find(address);
    /* One past the end of an object may lie beyond its grains. */
    if (!object->live) object = find((const char *)address - 1);
    if (!object->live || (const char *)address > object->start + object->size) return 0;
    if (start) *start = object->start;
    if (bytes) *bytes = object->size;
    return 1;
}

int is_ended(const void *address) {
    const struct object *object = find(address);
    return object != &objects[0] && !object->live;
}

void mark_handed(const void *address) {
    struct object *object = find(address);
    if (object != &objects[0]) object->handed = 1;
}

static int byte_is_written(const char *address) {
    size_t at = (size_t)(address - arena.start);
    return written[at / 8] >> at % 8 & 1;
}

int is_defined(const void *address, unsigned long bytes) {
    if (!find(address)->partly) return 1;
    for (unsigned long i = 0; i < bytes; i++) if (!byte_is_written((const char *)address + i)) return 0;
    return 1;
}

void define(void *address, unsigned long bytes) {
    if (!find(address)->partly) return;
    for (unsigned long i = 0; i < bytes; i++) {
        size_t at = (size_t)((char *)address + i - arena.start);
        written[at / 8] |= (unsigned char)(1 << at % 8);
    }
}

/* Memory that is there, but not the program's: a library's, of which the interpreter knows nothing. */
static int is_foreign(const void *address) {
    unsigned char in_core;
    uintptr_t page = (uintptr_t)address & ~(uintptr_t)4095;
    if ((size_t)((const char *)address - arena.start) < arena.bytes) return 0;
    if ((size_t)((const char *)address - statics.start) < statics.bytes) return 0;
    return mincore((void *)page, 1, &in_core) == 0;
}

static _Noreturn void wrong_access(unsigned site, const void *address) {
    if (is_foreign(address)) moirai_limit(site, "the program looks into memory of a library");
    fault("memory", site);
}

/* ---- touching them --------------------------------------------------------------------------------------------- */

/* Under a script, what was there when it was recorded. */
static moirai_word what_is_there(const char *at, unsigned bytes, unsigned type) {
    moirai_word word = 0;
    if (moirai_pinned()) return moirai_any(0, type);
    memcpy(&word, at, bytes);
    return moirai_note(type, word);
}

void *moirai_read(unsigned site, const void *from, unsigned bytes, unsigned type) {
    const struct object *object = find(from);
    if (!holds(object, from, bytes)) wrong_access(site, from);
    if (object->partly && !is_defined(from, bytes)) {
        char *at = (char *)from;
        moirai_word chosen = object->handed ? what_is_there(at, bytes, type) : moirai_any(site, type);
        for (unsigned i = 0; i < bytes; i++) {
            if (!byte_is_written(at + i)) at[i] = (char)(unsigned char)((unsigned long long)chosen >> 8 * i);
        }
        define(at, bytes);
    }
    return (void *)from;
}

void require_writable(unsigned site, const void *address, unsigned long bytes) {
    const struct object *object = find(address);
    if (!holds(object, address, bytes)) wrong_access(site, address);
    if (object->kind == MOIRAI_CONSTANT) fault("memory", site);
}

void *moirai_write(unsigned site, void *to, unsigned bytes) {
    require_writable(site, to, bytes);
    define(to, bytes);
    return to;
}

const char *moirai_text(unsigned site, const void *from) {
    const char *at = from;
    if (!from) return "(null)";
    while (*(const char *)moirai_read(site, at, 1, 8)) at++;
    return from;
}
