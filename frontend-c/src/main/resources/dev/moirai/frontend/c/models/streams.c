/* Streams: opening, closing, reading and where they stand. What changes a stream is done in one go, as its lock would do it. */

#include <errno.h>
#include <moirai/streams.h>
#include <stdlib.h>
#include <string.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
int open(const char *name, int flags, ...);
int close(int number);
ssize_t read(int number, void *into, size_t size);

static struct __moirai_stream __moirai_standard[3] = {{0, 0, 0, 0, {0}}, {1, 0, 0, 0, {0}}, {2, 0, 0, 0, {0}}};

int __moirai_is_output(FILE *file) {
    return file == __MOIRAI_STDOUT || file == __MOIRAI_STDERR;
}

struct __moirai_stream *__moirai_stream_of(FILE *file) {
    if (file == __MOIRAI_STDIN) return &__moirai_standard[0];
    if (file == __MOIRAI_STDOUT) return &__moirai_standard[1];
    if (file == __MOIRAI_STDERR) return &__moirai_standard[2];
    return (struct __moirai_stream *) file;
}

/* ---- opening and closing ---------------------------------------------------------------------------------------- */

static FILE *__moirai_new_stream(int number) {
    struct __moirai_stream *stream = __moirai_new(sizeof *stream);
    stream->number = number;
    stream->end = 0;
    stream->error = 0;
    stream->pushed = 0;
    return (FILE *) stream;
}

/* The flags of open for a mode of fopen; below zero for none. */
static int __moirai_mode(const char *mode) {
    int flags = mode[0] == 'r' ? 0
        : mode[0] == 'w'       ? __MOIRAI_WRONLY | __MOIRAI_CREAT | __MOIRAI_TRUNC
        : mode[0] == 'a'       ? __MOIRAI_WRONLY | __MOIRAI_CREAT | __MOIRAI_APPEND
                               : -1;
    if (flags < 0) return flags;
    for (int i = 1; mode[i] != 0 && mode[i] != ','; i++) {
        if (mode[i] == '+') flags = (flags & ~3) | __MOIRAI_RDWR;
        if (mode[i] == 'x') flags |= __MOIRAI_EXCL;
    }
    return flags;
}

FILE *fopen(const char *name, const char *mode) {
    int flags = __moirai_mode(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    int number = open(name, flags, 0666);
    return number < 0 ? NULL : __moirai_new_stream(number);
}

FILE *fopen64(const char *name, const char *mode) {
    return fopen(name, mode);
}

FILE *fdopen(int number, const char *mode) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what == NULL || __moirai_mode(mode) < 0) {
        errno = what == NULL ? EBADF : EINVAL;
        if (what != NULL) __moirai_let_go(what);
        return NULL;
    }
    __moirai_let_go(what);
    return __moirai_new_stream(number);
}

FILE *tmpfile(void) {
    int number = __moirai_describe(__moirai_new_description(NULL, __moirai_new_file(), __MOIRAI_RDWR));
    return number < 0 ? NULL : __moirai_new_stream(number);
}

int memfd_create(const char *name, unsigned flags) {
    (void) name, (void) flags;
    return __moirai_describe(__moirai_new_description(NULL, __moirai_new_file(), __MOIRAI_RDWR));
}

int __moirai_fclose(FILE *file) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    int number = stream->number;
    if (file != __MOIRAI_STDIN && !__moirai_is_output(file)) __moirai_free(stream);
    return close(number) == 0 ? 0 : EOF;
}

int fileno(FILE *file) {
    int number = __moirai_stream_of(file)->number;
    if (number < __MOIRAI_DESCRIPTORS) return number;
    errno = EBADF;
    return -1;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static int __VERIFIER_atomic_moirai_pop(struct __moirai_stream *stream) {
    return stream->pushed > 0 ? stream->back[--stream->pushed] : -1;
}

static void __VERIFIER_atomic_moirai_mark(struct __moirai_stream *stream, int end, int error) {
    stream->end |= end;
    stream->error |= error;
}

int fgetc(FILE *file) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    int pushed = __VERIFIER_atomic_moirai_pop(stream);
    if (pushed >= 0) return pushed;
    unsigned char c;
    ssize_t got = read(stream->number, &c, 1);
    if (got == 1) return c;
    __VERIFIER_atomic_moirai_mark(stream, got == 0, got < 0);
    return EOF;
}

int getc(FILE *file) {
    return fgetc(file);
}

int getc_unlocked(FILE *file) {
    return fgetc(file);
}

int getchar(void) {
    return fgetc(stdin);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

static int __VERIFIER_atomic_moirai_push(struct __moirai_stream *stream, int c) {
    if (stream->pushed == __MOIRAI_PUSHED) return EOF;
    stream->back[stream->pushed++] = (unsigned char) c;
    stream->end = 0;
    return (unsigned char) c;
}

int ungetc(int c, FILE *file) {
    return c == EOF ? EOF : __VERIFIER_atomic_moirai_push(__moirai_stream_of(file), c);
}

/* Up to so many bytes, up to and with the stop (-1: none). */
static size_t __moirai_get(unsigned char *into, size_t most, int stop, FILE *file) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    size_t count = 0;
    while (count < most) {
        int pushed = __VERIFIER_atomic_moirai_pop(stream);
        if (pushed < 0) break;
        into[count++] = (unsigned char) pushed;
        if (pushed == stop) return count;
    }
    if (count == most) return count;
    unsigned char *copy = NULL;
    long got = __moirai_take(stream->number, most - count, stop, -1, &copy);
    if (got != __MOIRAI_NO_FILE) {
        for (long i = 0; i < got; i++) into[count++] = copy[i];
        int stopped = got > 0 && copy[got - 1] == stop;
        if (got >= 0) __moirai_free(copy);
        if (count < most && !stopped) __VERIFIER_atomic_moirai_mark(stream, got >= 0, got < 0);
        if (got < 0) __moirai_result(got);
        return count;
    }
    while (count < most) {
        unsigned char c;
        ssize_t one = read(stream->number, &c, 1);
        if (one <= 0) {
            __VERIFIER_atomic_moirai_mark(stream, one == 0, one < 0);
            break;
        }
        into[count++] = c;
        if (c == stop) break;
    }
    return count;
}

size_t fread(void *into, size_t size, size_t count, FILE *file) {
    return size == 0 ? 0 : __moirai_get(into, size * count, -1, file) / size;
}

size_t fread_unlocked(void *into, size_t size, size_t count, FILE *file) {
    return fread(into, size, count, file);
}

char *fgets(char *into, int size, FILE *file) {
    if (size <= 0) return NULL;
    if (size == 1) {
        into[0] = 0;
        return into;
    }
    size_t count = __moirai_get((unsigned char *) into, (size_t) size - 1, '\n', file);
    if (count == 0 || __moirai_stream_of(file)->error) return NULL;
    into[count] = 0;
    return into;
}

ssize_t getdelim(char **into, size_t *size, int stop, FILE *file) {
    if (into == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (*into == NULL || *size == 0) {
        *into = realloc(*into, 120);
        *size = 120;
    }
    size_t count = 0;
    for (;;) {
        count += __moirai_get((unsigned char *) *into + count, *size - 1 - count, stop, file);
        if (count < *size - 1 || (count > 0 && (unsigned char) (*into)[count - 1] == stop)) break;
        *into = realloc(*into, 2 * *size);
        *size = 2 * *size;
    }
    (*into)[count] = 0;
    return count == 0 ? -1 : (ssize_t) count;
}

ssize_t getline(char **into, size_t *size, FILE *file) {
    return getdelim(into, size, '\n', file);
}

/* ---- where it stands -------------------------------------------------------------------------------------------- */

int feof(FILE *file) {
    return __moirai_stream_of(file)->end;
}

int ferror(FILE *file) {
    return __moirai_stream_of(file)->error;
}

static void __VERIFIER_atomic_moirai_clear(struct __moirai_stream *stream, int keep_error, int drop) {
    stream->end = 0;
    if (!keep_error) stream->error = 0;
    if (drop) stream->pushed = 0;
}

void clearerr(FILE *file) {
    __VERIFIER_atomic_moirai_clear(__moirai_stream_of(file), 0, 0);
}

int fseek(FILE *file, long offset, int from) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    if (from == SEEK_CUR) offset -= stream->pushed;
    if (__moirai_result(__moirai_seek(stream->number, offset, from)) < 0) return -1;
    __VERIFIER_atomic_moirai_clear(stream, 1, 1);
    return 0;
}

int fseeko(FILE *file, off_t offset, int from) {
    return fseek(file, offset, from);
}

long ftell(FILE *file) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    long at = __moirai_result(__moirai_seek(stream->number, 0, SEEK_CUR));
    return at < 0 ? at : at - stream->pushed;
}

off_t ftello(FILE *file) {
    return ftell(file);
}

void rewind(FILE *file) {
    fseek(file, 0, SEEK_SET);
    clearerr(file);
}

int fgetpos(FILE *file, fpos_t *into) {
    into->__moirai[0] = ftell(file);
    return into->__moirai[0] < 0 ? -1 : 0;
}

int fsetpos(FILE *file, const fpos_t *position) {
    return fseek(file, position->__moirai[0], SEEK_SET);
}
