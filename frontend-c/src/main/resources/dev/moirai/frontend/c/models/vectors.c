/* Reading into several pieces of memory and writing from them, each as one call of read or write. */

#include <errno.h>
#include <limits.h>
#include <moirai/files.h>
#include <stddef.h>

/* As <sys/uio.h> has it. */
struct iovec {
    void *iov_base;
    size_t iov_len;
};

#define __MOIRAI_MOST 1024

void *__moirai_new(size_t size);
void __moirai_free(void *object);
ssize_t read(int number, void *into, size_t size);
ssize_t write(int number, const void *from, size_t size);
ssize_t pread(int number, void *into, size_t size, off_t at);
ssize_t pwrite(int number, const void *from, size_t size, off_t at);

/* How many bytes there are in all; below zero an error. */
static long __moirai_total(const struct iovec *pieces, int count) {
    if (count < 0 || count > __MOIRAI_MOST) return __moirai_result(-EINVAL);
    size_t total = 0;
    for (int i = 0; i < count; i++) {
        if (pieces[i].iov_len > (size_t) LONG_MAX - total) return __moirai_result(-EINVAL);
        total += pieces[i].iov_len;
    }
    return (long) total;
}

static ssize_t __moirai_read_pieces(int number, const struct iovec *pieces, int count, off_t at) {
    long total = __moirai_total(pieces, count);
    if (total < 0) return -1;
    unsigned char *bytes = __moirai_new((size_t) total);
    ssize_t got = at < 0 ? read(number, bytes, (size_t) total) : pread(number, bytes, (size_t) total, at);
    ssize_t put = 0;
    for (int i = 0; i < count && put < got; i++) {
        unsigned char *into = pieces[i].iov_base;
        for (size_t k = 0; k < pieces[i].iov_len && put < got; k++) into[k] = bytes[put++];
    }
    __moirai_free(bytes);
    return got;
}

static ssize_t __moirai_write_pieces(int number, const struct iovec *pieces, int count, off_t at) {
    long total = __moirai_total(pieces, count);
    if (total < 0) return -1;
    unsigned char *bytes = __moirai_new((size_t) total);
    size_t taken = 0;
    for (int i = 0; i < count; i++) {
        const unsigned char *from = pieces[i].iov_base;
        for (size_t k = 0; k < pieces[i].iov_len; k++) bytes[taken++] = from[k];
    }
    ssize_t given = at < 0 ? write(number, bytes, taken) : pwrite(number, bytes, taken, at);
    __moirai_free(bytes);
    return given;
}

ssize_t readv(int number, const struct iovec *pieces, int count) {
    return __moirai_read_pieces(number, pieces, count, -1);
}

ssize_t writev(int number, const struct iovec *pieces, int count) {
    return __moirai_write_pieces(number, pieces, count, -1);
}

ssize_t preadv(int number, const struct iovec *pieces, int count, off_t at) {
    return at < 0 ? __moirai_result(-EINVAL) : __moirai_read_pieces(number, pieces, count, at);
}

ssize_t pwritev(int number, const struct iovec *pieces, int count, off_t at) {
    return at < 0 ? __moirai_result(-EINVAL) : __moirai_write_pieces(number, pieces, count, at);
}
