/*
 * Files in memory: those the user hands over, and those the program makes. What changes them is done in one go, as the
 * system does it; the caller's memory is read and written outside of that, byte by byte.
 */

#include <errno.h>
#include <moirai/names.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

void *__moirai_new(size_t size);
void *__moirai_new_zeroed(size_t size);
void __moirai_free(void *object);

struct __moirai_given {
    const char *name;
    const char *bytes;
    size_t size;
};

/* The files handed over; standard input, if it is, without a name; then one without bytes. */
int __moirai_is_given(void);
const struct __moirai_given *__moirai_given_files(void);

/* Of the tree of folders. */
void __moirai_hand(const char *name, struct __moirai_file *file);
int __VERIFIER_atomic_moirai_open(const char *name, int flags, unsigned mode);

/* ---- what is there ---------------------------------------------------------------------------------------------- */

/* Some folders are there from the beginning. */
static unsigned long __moirai_files = 6;

struct __moirai_file *__moirai_new_file(void) {
    struct __moirai_file *file = __moirai_new(sizeof *file);
    file->bytes = NULL;
    file->size = 0;
    file->room = 0;
    file->number = ++__moirai_files;
    file->mode = 0100644;
    file->times[0] = 0;
    file->times[1] = 0;
    return file;
}

/* Makes the files that are handed over; returns standard input if it is among them. */
struct __moirai_file *__moirai_hand_over(void) {
    struct __moirai_file *input = NULL;
    if (!__moirai_is_given()) return NULL;
    for (const struct __moirai_given *given = __moirai_given_files(); given->bytes != NULL; given++) {
        struct __moirai_file *file = __moirai_new_file();
        file->bytes = (unsigned char *) given->bytes;
        file->size = given->size;
        if (given->name != NULL) __moirai_hand(given->name, file);
        else input = file;
    }
    return input;
}

int open(const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    unsigned mode = (flags & __MOIRAI_CREAT) != 0 ? va_arg(list, unsigned) : 0;
    va_end(list);
    return (int) __moirai_result(__VERIFIER_atomic_moirai_open(name, flags, mode));
}

int open64(const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    unsigned mode = (flags & __MOIRAI_CREAT) != 0 ? va_arg(list, unsigned) : 0;
    va_end(list);
    return open(name, flags, mode);
}

int creat(const char *name, mode_t mode) {
    return open(name, __MOIRAI_CREAT | __MOIRAI_WRONLY | __MOIRAI_TRUNC, mode);
}

/* ---- reading and writing ---------------------------------------------------------------------------------------- */

static long __VERIFIER_atomic_moirai_take(int number, size_t most, int stop, off_t at, unsigned char **copy) {
    struct __moirai_description *from = __moirai_described(number);
    if (from == NULL) return -EBADF;
    if (from->file == NULL) return __MOIRAI_NO_FILE;
    if ((from->flags & 3) == __MOIRAI_WRONLY) return -EBADF;
    struct __moirai_file *file = from->file;
    if (__moirai_is_folder(file)) return -EISDIR;
    size_t begin = (size_t) (at < 0 ? from->at : at);
    size_t there = begin < file->size ? file->size - begin : 0;
    size_t count = most < there ? most : there;
    if (stop >= 0) {
        for (size_t i = 0; i < count; i++) {
            if (file->bytes[begin + i] == stop) count = i + 1;
        }
    }
    *copy = __moirai_new(count);
    for (size_t i = 0; i < count; i++) (*copy)[i] = file->bytes[begin + i];
    if (at < 0) from->at += (off_t) count;
    return (long) count;
}

long __moirai_take(int number, size_t most, int stop, off_t at, unsigned char **copy) {
    return __VERIFIER_atomic_moirai_take(number, most, stop, at, copy);
}

/* Room for so many bytes. Those after the end of the file are zero, always. */
static void __moirai_grow(struct __moirai_file *file, size_t room) {
    if (file->room >= room) return;
    size_t wanted = room < 64 ? 64 : 2 * room;
    unsigned char *bytes = __moirai_new_zeroed(wanted);
    for (size_t i = 0; i < file->size; i++) bytes[i] = file->bytes[i];
    if (file->room != 0) __moirai_free(file->bytes);
    file->bytes = bytes;
    file->room = wanted;
}

static long __VERIFIER_atomic_moirai_give(int number, const unsigned char *bytes, size_t size, off_t at) {
    struct __moirai_description *to = __moirai_described(number);
    if (to == NULL) return -EBADF;
    if (to->file == NULL) return __MOIRAI_NO_FILE;
    if ((to->flags & 3) == 0) return -EBADF;
    struct __moirai_file *file = to->file;
    if (size == 0) return 0;
    /* Linux appends whatever place pwrite names. */
    size_t begin = (to->flags & __MOIRAI_APPEND) != 0 ? file->size : (size_t) (at < 0 ? to->at : at);
    __moirai_grow(file, begin + size);
    for (size_t i = 0; i < size; i++) file->bytes[begin + i] = bytes[i];
    if (begin + size > file->size) file->size = begin + size;
    if (at < 0) to->at = (off_t) (begin + size);
    return (long) size;
}

long __moirai_give(int number, const unsigned char *bytes, size_t size, off_t at) {
    unsigned char *copy = __moirai_new(size);
    for (size_t i = 0; i < size; i++) copy[i] = bytes[i];
    long given = __VERIFIER_atomic_moirai_give(number, copy, size, at);
    __moirai_free(copy);
    return given;
}

static ssize_t __moirai_read_at(int number, void *into, size_t size, off_t at) {
    unsigned char *copy = NULL;
    long got = __VERIFIER_atomic_moirai_take(number, size, -1, at, &copy);
    if (got != __MOIRAI_NO_FILE) {
        for (long i = 0; i < got; i++) ((unsigned char *) into)[i] = copy[i];
        if (got >= 0) __moirai_free(copy);
        return __moirai_result(got);
    }
    if (at >= 0) return __moirai_result(-ESPIPE);
    struct __moirai_description *from = __moirai_hold(number);
    if (from == NULL) return __moirai_result(-EBADF);
    got = from->kind->read(from, into, size);
    __moirai_let_go(from);
    return __moirai_result(got);
}

static ssize_t __moirai_write_at(int number, const void *from, size_t size, off_t at) {
    long given = __moirai_give(number, from, size, at);
    if (given != __MOIRAI_NO_FILE) return __moirai_result(given);
    if (at >= 0) return __moirai_result(-ESPIPE);
    struct __moirai_description *to = __moirai_hold(number);
    if (to == NULL) return __moirai_result(-EBADF);
    given = to->kind->write(to, from, size);
    __moirai_let_go(to);
    return __moirai_result(given);
}

ssize_t read(int number, void *into, size_t size) {
    return __moirai_read_at(number, into, size, -1);
}

ssize_t write(int number, const void *from, size_t size) {
    return __moirai_write_at(number, from, size, -1);
}

ssize_t pread(int number, void *into, size_t size, off_t at) {
    return at < 0 ? __moirai_result(-EINVAL) : __moirai_read_at(number, into, size, at);
}

ssize_t pwrite(int number, const void *from, size_t size, off_t at) {
    return at < 0 ? __moirai_result(-EINVAL) : __moirai_write_at(number, from, size, at);
}

static off_t __VERIFIER_atomic_moirai_seek(int number, off_t offset, int from) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return -EBADF;
    if (what->file == NULL) return -ESPIPE;
    if (from == 1) offset += what->at;
    else if (from == 2) offset += (off_t) what->file->size;
    else if (from != 0) return -EINVAL;
    if (offset < 0) return -EINVAL;
    what->at = offset;
    return offset;
}

off_t __moirai_seek(int number, off_t offset, int from) {
    return __VERIFIER_atomic_moirai_seek(number, offset, from);
}

off_t lseek(int number, off_t offset, int from) {
    return __moirai_result(__VERIFIER_atomic_moirai_seek(number, offset, from));
}

void __moirai_cut(struct __moirai_file *file, size_t size) {
    for (size_t i = size; i < file->size && file->room != 0; i++) file->bytes[i] = 0;
    file->size = size;
}

static int __moirai_resize(struct __moirai_file *file, off_t size) {
    if (size < 0) return -EINVAL;
    if ((size_t) size <= file->size) {
        __moirai_cut(file, (size_t) size);
        return 0;
    }
    __moirai_grow(file, (size_t) size);
    file->size = (size_t) size;
    return 0;
}

static int __VERIFIER_atomic_moirai_truncate(int number, off_t size) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return -EBADF;
    if (what->file == NULL || (what->flags & 3) == 0) return -EINVAL;
    return __moirai_resize(what->file, size);
}

int ftruncate(int number, off_t size) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_truncate(number, size));
}

static int __VERIFIER_atomic_moirai_truncate_named(const char *name, off_t size) {
    if (size < 0) return -EINVAL;
    int code;
    struct __moirai_file *found = __moirai_find(name, &code);
    if (found == NULL) return code;
    if (__moirai_is_folder(found)) return -EISDIR;
    return (found->mode & 0170000) == 0100000 ? __moirai_resize(found, size) : -EINVAL;
}

int truncate(const char *name, off_t size) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_truncate_named(name, size));
}
