/* Memory from mmap: anonymous, or a private copy of a file. */

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>

void __moirai_free(void *object);
void *__moirai_new(size_t size);
void __moirai_unknown_mapping(void);
ssize_t pread(int number, void *into, size_t size, off_t at);

struct __moirai_mapping {
    void *begin;
    size_t size;
    struct __moirai_mapping *next;
};

static struct __moirai_mapping *__moirai_mappings;

static void __VERIFIER_atomic_moirai_map(struct __moirai_mapping *made) {
    made->next = __moirai_mappings;
    __moirai_mappings = made;
}

void *mmap(void *wish, size_t size, int protection, int flags, int number, off_t at) {
    int anonymous = (flags & 0x20) != 0;
    int fixed = (flags & 0x10) != 0;
    (void) wish, (void) protection;
    if (size == 0) {
        *__errno_location() = EINVAL;
        return (void *) -1;
    }
    if (fixed || (!anonymous && (flags & 3) != 2)) __moirai_unknown_mapping();
    void *memory = calloc(1, size);
    if (memory == NULL) {
        *__errno_location() = ENOMEM;
        return (void *) -1;
    }
    if (!anonymous && pread(number, memory, size, at) < 0) {
        free(memory);
        return (void *) -1;
    }
    struct __moirai_mapping *made = __moirai_new(sizeof *made);
    made->begin = memory;
    made->size = size;
    __VERIFIER_atomic_moirai_map(made);
    return memory;
}

/* Takes a whole mapping out of the list; a part of one stays as it is. */
static struct __moirai_mapping *__VERIFIER_atomic_moirai_unmap(void *begin, size_t size) {
    struct __moirai_mapping **at = &__moirai_mappings;
    while (*at != NULL && (*at)->begin != begin) at = &(*at)->next;
    struct __moirai_mapping *found = *at;
    if (found == NULL || (found->size + 4095) / 4096 != (size + 4095) / 4096) return NULL;
    *at = found->next;
    return found;
}

int munmap(void *begin, size_t size) {
    struct __moirai_mapping *found = __VERIFIER_atomic_moirai_unmap(begin, size);
    if (found == NULL) return 0;
    __moirai_free(found->begin);
    __moirai_free(found);
    return 0;
}

/* What becomes smaller stays where it is, what becomes larger moves. */
static struct __moirai_mapping *__VERIFIER_atomic_moirai_mapped(void *begin, size_t size, size_t wanted) {
    struct __moirai_mapping *found = __moirai_mappings;
    while (found != NULL && found->begin != begin) found = found->next;
    if (found == NULL || (found->size + 4095) / 4096 != (size + 4095) / 4096) return NULL;
    if (wanted < found->size) found->size = wanted;
    return found;
}

void *mremap(void *begin, size_t size, size_t wanted, int flags, ...) {
    if (wanted == 0 || (flags & ~1) != 0) {
        if (wanted != 0) __moirai_unknown_mapping();
        *__errno_location() = EINVAL;
        return (void *) -1;
    }
    struct __moirai_mapping *found = __VERIFIER_atomic_moirai_mapped(begin, size, wanted);
    if (found == NULL) {
        *__errno_location() = EFAULT;
        return (void *) -1;
    }
    if (wanted <= size) return begin;
    void *moved = (flags & 1) != 0 ? mmap(NULL, wanted, 3, 0x22, -1, 0) : (void *) -1;
    if (moved == (void *) -1) {
        *__errno_location() = ENOMEM;
        return moved;
    }
    for (size_t i = 0; i < size; i++) ((char *) moved)[i] = ((char *) begin)[i];
    munmap(begin, size);
    return moved;
}
