/* What GNU and BSD have beyond C for texts and blocks of memory. */

#include <stddef.h>
#include <string.h>

char *strsep(char **text, const char *separators) {
    char *begin = *text;
    if (begin == NULL) return NULL;
    char *end = begin + strcspn(begin, separators);
    if (*end == 0) {
        *text = NULL;
    } else {
        *end = 0;
        *text = end + 1;
    }
    return begin;
}

char *strchrnul(const char *text, int c) {
    while (*text != 0 && *text != (char) c) text++;
    return (char *) text;
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0) return (char *) text;
        if (*text == 0) return NULL;
    }
}

char *stpncpy(char *to, const char *from, size_t size) {
    size_t length = strnlen(from, size);
    strncpy(to, from, size);
    return to + length;
}

/* In the locale C a text is its own key. */
size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (length < size) strcpy(to, from);
    else if (size > 0) strncpy(to, from, size);
    return length;
}

void *memmem(const void *in, size_t size, const void *part, size_t length) {
    const unsigned char *begin = in;
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(begin + i, part, length) == 0) return (void *) (begin + i);
    }
    return NULL;
}

void *memrchr(const void *in, int byte, size_t size) {
    const unsigned char *begin = in;
    while (size > 0) {
        size--;
        if (begin[size] == (unsigned char) byte) return (void *) (begin + size);
    }
    return NULL;
}

void *rawmemchr(const void *in, int byte) {
    const unsigned char *at = in;
    while (*at != (unsigned char) byte) at++;
    return (void *) at;
}

void *memccpy(void *to, const void *from, int byte, size_t size) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < size; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char) byte) return t + i + 1;
    }
    return NULL;
}

void explicit_bzero(void *to, size_t size) {
    memset(to, 0, size);
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    for (size_t i = 0; i + 1 < size && i <= length; i++) to[i] = from[i];
    if (size > 0) to[length < size ? length : size - 1] = 0;
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t begin = strnlen(to, size);
    return begin == size ? size + strlen(from) : begin + strlcpy(to + begin, from, size - begin);
}

int ffsl(long value) {
    return __builtin_ffsl(value);
}

int ffsll(long long value) {
    return __builtin_ffsll(value);
}

/*
 * Texts in which numbers count as such, after a state machine of glibc's: digits with zeros before them are fractions,
 * others are numbers, of which the longer one is larger.
 */
int strverscmp(const char *left, const char *right) {
    size_t begin = 0;
    int zeros = 1;
    size_t i = 0;
    for (; left[i] == right[i]; i++) {
        int c = left[i];
        if (c == 0) return 0;
        if (c < '0' || c > '9') {
            begin = i + 1;
            zeros = 1;
        } else if (c != '0') {
            zeros = 0;
        }
    }
    unsigned int leading = (unsigned int) (unsigned char) left[begin] - '1';
    unsigned int other = (unsigned int) (unsigned char) right[begin] - '1';
    if (leading < 9 && other < 9) {
        size_t j = i;
        for (; left[j] >= '0' && left[j] <= '9'; j++) {
            if (right[j] < '0' || right[j] > '9') return 1;
        }
        if (right[j] >= '0' && right[j] <= '9') return -1;
    } else if (zeros && begin < i && ((left[i] >= '0' && left[i] <= '9') || (right[i] >= '0' && right[i] <= '9'))) {
        return (unsigned char) (left[i] - '0') - (unsigned char) (right[i] - '0');
    }
    return (unsigned char) left[i] - (unsigned char) right[i];
}
