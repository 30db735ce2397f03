/* Writing to streams. What goes to standard output or error is shown. */

#include <moirai/streams.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

ssize_t write(int number, const void *from, size_t size);

static void __VERIFIER_atomic_moirai_failed(struct __moirai_stream *stream) {
    stream->error = 1;
}

static size_t __moirai_put_bytes(const void *from, size_t size, FILE *file) {
    if (size == 0) return 0;
    if (__moirai_is_output(file)) {
        /* All bytes are read, what follows a zero too. */
        return (size_t) write(1, from, size);
    }
    struct __moirai_stream *stream = __moirai_stream_of(file);
    ssize_t given = write(stream->number, from, size);
    if (given == (ssize_t) size) return size;
    __VERIFIER_atomic_moirai_failed(stream);
    return given < 0 ? 0 : (size_t) given;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    return size == 0 ? 0 : __moirai_put_bytes(from, size * count, file) / size;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
    return fwrite(from, size, count, file);
}

int __moirai_file_puts(const char *text, FILE *file) {
    size_t size = strlen(text);
    return __moirai_put_bytes(text, size, file) == size ? 1 : EOF;
}

int __moirai_file_putc(int c, FILE *file) {
    unsigned char byte = (unsigned char) c;
    return __moirai_put_bytes(&byte, 1, file) == 1 ? byte : EOF;
}

int __moirai_file_format(FILE *file, const char *format, va_list list) {
    char *text;
    int length = vasprintf(&text, format, list);
    if (length < 0) return length;
    size_t put = __moirai_put_bytes(text, (size_t) length, file);
    free(text);
    return put == (size_t) length ? length : -1;
}

int __moirai_descriptor_format(int number, const char *format, va_list list) {
    char *text;
    int length = vasprintf(&text, format, list);
    if (length < 0) return length;
    ssize_t put = write(number, text, (size_t) length);
    free(text);
    return (int) put;
}
