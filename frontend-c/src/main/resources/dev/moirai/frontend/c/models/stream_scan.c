/* What fscanf needs of a stream: the text that it still holds, and the way back. */

#include <errno.h>
#include <moirai/streams.h>
#include <stdlib.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
void __moirai_unknown_source(void);
const char *__moirai_scan_space(const char *text);

/* Where the first zero byte was in the text of this thread's scan; below zero if there is none. */
static _Thread_local long __moirai_scan_zero;
/* Why nothing could be read for it; else 0. */
static _Thread_local int __moirai_scan_error;
/* Whether the character that did not match is gone too. */
static _Thread_local int __moirai_scan_kept;

/* What may be taken from a stream for a conversion, as Scanning.Taken has it. */
enum { SPACES = 1, INTEGER, REAL };

char *__moirai_scan_begin(FILE *file) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    unsigned char *copy = NULL;
    long got = __moirai_take(stream->number, (size_t) -1 >> 1, -1, -1, &copy);
    if (got == __MOIRAI_NO_FILE) __moirai_unknown_source();
    __moirai_scan_error = got < 0 ? (int) -got : 0;
    size_t length = got < 0 ? 0 : (size_t) got;
    size_t pushed = (size_t) stream->pushed;
    char *text = __moirai_new(pushed + length + 1);
    for (size_t i = 0; i < pushed; i++) text[i] = (char) stream->back[pushed - 1 - i];
    for (size_t i = 0; i < length; i++) text[pushed + i] = (char) copy[i];
    text[pushed + length] = 0;
    __moirai_scan_zero = -1;
    for (size_t i = pushed + length; i > 0; i--) {
        if (text[i - 1] != 0) continue;
        /* Something else that no conversion of numbers takes. */
        text[i - 1] = 1;
        __moirai_scan_zero = (long) i - 1;
    }
    if (got >= 0) {
        __moirai_free(copy);
        __moirai_seek(stream->number, -(off_t) (length + pushed), SEEK_CUR);
    }
    stream->pushed = 0;
    return text;
}

void __moirai_scan_end(FILE *file, char *text, const char *at, int looked) {
    struct __moirai_stream *stream = __moirai_stream_of(file);
    if (__moirai_scan_zero >= 0 && at - text > __moirai_scan_zero) __moirai_unknown_source();
    __moirai_seek(stream->number, at - text, SEEK_CUR);
    if (__moirai_scan_error != 0) {
        errno = __moirai_scan_error;
        /* A stream that is not for reading is not even tried. */
        if (__moirai_scan_error != EBADF) stream->error = 1;
    } else if (looked) {
        stream->end = 1;
    }
    __moirai_free(text);
}

/*
 * Where a stream stands when something does not match: a stream takes back one character only, so what was read of a number
 * before that is gone.
 */
const char *__moirai_scan_left(const char *text, int taken, int width) {
    __moirai_scan_kept = 0;
    if (taken >= SPACES) text = __moirai_scan_space(text);
    if (taken >= INTEGER && width > 0 && (*text == '+' || *text == '-')) {
        text++;
        width--;
    }
    if (taken < REAL || width <= 0) return text;
    int first = *text | ' ';
    if (first == 'n' || first == 'i') {
        const char *word = first == 'n' ? "nan" : "infinity";
        for (; width > 0 && *text != 0 && (*text | ' ') == *word; width--) {
            text++;
            word++;
        }
        if (width <= 0 || *text == 0) return text;
        /* glibc does not give this one back. */
        __moirai_scan_kept = 1;
        return text + 1;
    }
    if (*text == '.') return text + 1;
    return *text == '0' && width > 1 && (text[1] | ' ') == 'x' ? text + 2 : text;
}

/*
 * Whether the end of the stream was seen on the way: not if the width, or the character asked for, was used up at it. For
 * integers glibc looks at the next character all the same.
 */
int __moirai_scan_looked(const char *from, const char *to, int taken, int width) {
    int kept = __moirai_scan_kept;
    __moirai_scan_kept = 0;
    if (*to != 0 || kept) return 0;
    if (taken >= SPACES) from = __moirai_scan_space(from);
    return *from == 0 || taken == INTEGER || to - from < width;
}
