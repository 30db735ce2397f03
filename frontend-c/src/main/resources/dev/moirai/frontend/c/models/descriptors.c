/*
 * Descriptors. What changes their table is done in one go, as the system does it. The three standard ones are there from
 * the beginning.
 */

#include <errno.h>
#include <moirai/files.h>
#include <stdarg.h>
#include <stddef.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
long __moirai_read_input(unsigned char *into, size_t size);
int printf(const char *format, ...);

static struct __moirai_description *__moirai_opened[__MOIRAI_DESCRIPTORS + __MOIRAI_HIDDEN];
static int __moirai_began;

static long __moirai_from_outside(struct __moirai_description *from, unsigned char *into, size_t size) {
    (void) from;
    return __moirai_read_input(into, size);
}

static long __moirai_to_outside(struct __moirai_description *to, const unsigned char *from, size_t size) {
    (void) to;
    if (size != 0) printf("%.*s", (int) size, from);
    return (long) size;
}

static void __moirai_stays(struct __moirai_description *what) {
    (void) what;
}

static int __moirai_always(struct __moirai_description *what) {
    (void) what;
    return 1 | 4;
}

static const struct __moirai_kind __moirai_outside = {
    __moirai_from_outside, __moirai_to_outside, __moirai_stays, __moirai_always};

struct __moirai_description *__moirai_new_description(
    const struct __moirai_kind *kind, struct __moirai_file *file, int flags) {
    struct __moirai_description *made = __moirai_new(sizeof *made);
    made->kind = kind;
    made->file = file;
    made->queue = NULL;
    made->at = 0;
    made->flags = flags;
    made->references = 1;
    return made;
}

/* The first call of all finds the standard streams and the files handed over. */
static void __moirai_begin(void) {
    if (__moirai_began) return;
    __moirai_began = 1;
    struct __moirai_file *input = __moirai_hand_over();
    __moirai_opened[0] = __moirai_new_description(input == NULL ? &__moirai_outside : NULL, input, 0);
    __moirai_opened[1] = __moirai_new_description(&__moirai_outside, NULL, __MOIRAI_WRONLY);
    __moirai_opened[2] = __moirai_new_description(&__moirai_outside, NULL, __MOIRAI_WRONLY);
}

struct __moirai_description *__moirai_described(int number) {
    __moirai_begin();
    return number < 0 || number >= __MOIRAI_DESCRIPTORS + __MOIRAI_HIDDEN ? NULL : __moirai_opened[number];
}

int __moirai_least(struct __moirai_description *what, int number) {
    __moirai_begin();
    for (; number < __MOIRAI_DESCRIPTORS; number++) {
        if (__moirai_opened[number] != NULL) continue;
        __moirai_opened[number] = what;
        return number;
    }
    return -EMFILE;
}

static int __VERIFIER_atomic_moirai_describe(struct __moirai_description *what) {
    return __moirai_least(what, 0);
}

int __moirai_describe(struct __moirai_description *what) {
    return __VERIFIER_atomic_moirai_describe(what);
}

static int __VERIFIER_atomic_moirai_describe_hidden(struct __moirai_description *what) {
    __moirai_begin();
    for (int number = __MOIRAI_DESCRIPTORS; number < __MOIRAI_DESCRIPTORS + __MOIRAI_HIDDEN; number++) {
        if (__moirai_opened[number] != NULL) continue;
        __moirai_opened[number] = what;
        return number;
    }
    return -ENOMEM;
}

int __moirai_describe_hidden(struct __moirai_description *what) {
    return __VERIFIER_atomic_moirai_describe_hidden(what);
}

static struct __moirai_description *__VERIFIER_atomic_moirai_hold(int number) {
    struct __moirai_description *what = __moirai_described(number);
    if (what != NULL) what->references++;
    return what;
}

struct __moirai_description *__moirai_hold(int number) {
    return __VERIFIER_atomic_moirai_hold(number);
}

static int __VERIFIER_atomic_moirai_lose(struct __moirai_description *what) {
    return --what->references;
}

void __moirai_let_go(struct __moirai_description *what) {
    if (__VERIFIER_atomic_moirai_lose(what) != 0) return;
    if (what->kind != NULL) what->kind->close(what);
    __moirai_free(what);
}

long __moirai_result(long result) {
    if (result >= 0) return result;
    *__errno_location() = (int) -result;
    return -1;
}

static struct __moirai_description *__VERIFIER_atomic_moirai_forget(int number) {
    struct __moirai_description *what = __moirai_described(number);
    if (what != NULL) __moirai_opened[number] = NULL;
    return what;
}

int close(int number) {
    struct __moirai_description *what = __VERIFIER_atomic_moirai_forget(number);
    if (what == NULL) return (int) __moirai_result(-EBADF);
    __moirai_let_go(what);
    return 0;
}

static int __VERIFIER_atomic_moirai_dup(int number, int from) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return -EBADF;
    if (from < 0 || from >= __MOIRAI_DESCRIPTORS) return -EINVAL;
    int copy = __moirai_least(what, from);
    if (copy >= 0) what->references++;
    return copy;
}

int dup(int number) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_dup(number, 0));
}

/* What the second number stood for; itself if nothing is to be done. */
static int __VERIFIER_atomic_moirai_dup2(int number, int as, struct __moirai_description **before) {
    struct __moirai_description *what = __moirai_described(number);
    *before = NULL;
    if (what == NULL || as < 0 || as >= __MOIRAI_DESCRIPTORS) return -EBADF;
    if (number == as) return as;
    *before = __moirai_opened[as];
    __moirai_opened[as] = what;
    what->references++;
    return as;
}

int dup2(int number, int as) {
    struct __moirai_description *before;
    long result = __moirai_result(__VERIFIER_atomic_moirai_dup2(number, as, &before));
    if (before != NULL) __moirai_let_go(before);
    return (int) result;
}

int dup3(int number, int as, int flags) {
    (void) flags;
    return number == as ? (int) __moirai_result(-EINVAL) : dup2(number, as);
}

static long __VERIFIER_atomic_moirai_control(int number, int command, int value) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return -EBADF;
    switch (command) {
        case 1: /* F_GETFD */
        case 2: /* F_SETFD */ return 0;
        case 3: /* F_GETFL */ return what->flags;
        case 4: /* F_SETFL */
            what->flags = (what->flags & 3) | (value & (__MOIRAI_APPEND | __MOIRAI_NONBLOCK));
            return 0;
        default: return -EINVAL;
    }
}

int fcntl(int number, int command, ...) {
    va_list list;
    va_start(list, command);
    int value = command == 0 || command == 1030 || command == 4 ? va_arg(list, int) : 0;
    va_end(list);
    /* F_DUPFD, F_DUPFD_CLOEXEC */
    if (command == 0 || command == 1030) return (int) __moirai_result(__VERIFIER_atomic_moirai_dup(number, value));
    return (int) __moirai_result(__VERIFIER_atomic_moirai_control(number, command, value));
}

int fsync(int number) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what == NULL) return (int) __moirai_result(-EBADF);
    int file = what->file != NULL;
    __moirai_let_go(what);
    return file ? 0 : (int) __moirai_result(-EINVAL);
}

int fdatasync(int number) {
    return fsync(number);
}

int isatty(int number) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what != NULL) __moirai_let_go(what);
    *__errno_location() = what == NULL ? EBADF : ENOTTY;
    return 0;
}
