/* Blocks of memory, byte by byte: for calls where no type tells what lies there. */

#include <stddef.h>

void *__moirai_memcpy(void *to, const void *from, size_t size) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < size; i++) t[i] = f[i];
    return to;
}

void *__moirai_memmove(void *to, const void *from, size_t size) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t <= f) {
        for (size_t i = 0; i < size; i++) t[i] = f[i];
    } else {
        for (size_t i = size; i > 0; i--) t[i - 1] = f[i - 1];
    }
    return to;
}

void *__moirai_memset(void *to, int byte, size_t size) {
    unsigned char *t = to;
    for (size_t i = 0; i < size; i++) t[i] = (unsigned char) byte;
    return to;
}

int __moirai_memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *l = left;
    const unsigned char *r = right;
    for (size_t i = 0; i < size; i++) {
        int difference = l[i] - r[i];
        if (difference != 0) return difference;
    }
    return 0;
}

/* For calls through pointers. */

void *memcpy(void *to, const void *from, size_t size) {
    return __moirai_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __moirai_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __moirai_memset(to, byte, size);
}

int memcmp(const void *left, const void *right, size_t size) {
    return __moirai_memcmp(left, right, size);
}

void *mempcpy(void *to, const void *from, size_t size) {
    return (unsigned char *) __moirai_memcpy(to, from, size) + size;
}

void bcopy(const void *from, void *to, size_t size) {
    __moirai_memmove(to, from, size);
}

void *memchr(const void *in, int byte, size_t size) {
    const unsigned char *p = in;
    for (size_t i = 0; i < size; i++) {
        if (p[i] == (unsigned char) byte) return (void *) (p + i);
    }
    return NULL;
}
