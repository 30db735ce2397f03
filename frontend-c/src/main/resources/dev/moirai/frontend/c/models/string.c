/* Texts that end with a zero. */

#include <stddef.h>
#include <stdlib.h>

static size_t __moirai_length(const char *text) {
    size_t n = 0;
    while (text[n] != 0) n++;
    return n;
}

static int __moirai_small(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int __moirai_among(char c, const char *set) {
    for (; *set != 0; set++) {
        if (*set == c) return 1;
    }
    return 0;
}

size_t strlen(const char *text) {
    return __moirai_length(text);
}

size_t strnlen(const char *text, size_t limit) {
    size_t n = 0;
    while (n < limit && text[n] != 0) n++;
    return n;
}

int strcmp(const char *left, const char *right) {
    size_t i = 0;
    for (;; i++) {
        unsigned char l = left[i];
        unsigned char r = right[i];
        if (l != r || l == 0) return l - r;
    }
}

int strncmp(const char *left, const char *right, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        unsigned char l = left[i];
        unsigned char r = right[i];
        if (l != r || l == 0) return l - r;
    }
    return 0;
}

/* In the locale C, the one there is. */
int strcoll(const char *left, const char *right) {
    size_t i = 0;
    for (;; i++) {
        unsigned char l = left[i];
        unsigned char r = right[i];
        if (l != r || l == 0) return l - r;
    }
}

int strcasecmp(const char *left, const char *right) {
    size_t i = 0;
    for (;; i++) {
        int l = __moirai_small(left[i]);
        int r = __moirai_small(right[i]);
        if (l != r || l == 0) return l - r;
    }
}

int strncasecmp(const char *left, const char *right, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int l = __moirai_small(left[i]);
        int r = __moirai_small(right[i]);
        if (l != r || l == 0) return l - r;
    }
    return 0;
}

static char *__moirai_append(char *to, const char *from) {
    size_t i = 0;
    for (;; i++) {
        char c = from[i];
        to[i] = c;
        if (c == 0) return to + i;
    }
}

char *strcpy(char *to, const char *from) {
    __moirai_append(to, from);
    return to;
}

char *stpcpy(char *to, const char *from) {
    return __moirai_append(to, from);
}

char *strncpy(char *to, const char *from, size_t size) {
    size_t i = 0;
    for (; i < size; i++) {
        char c = from[i];
        to[i] = c;
        if (c == 0) break;
    }
    for (; i < size; i++) to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    __moirai_append(to + __moirai_length(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + __moirai_length(to);
    size_t i = 0;
    for (; i < limit; i++) {
        char c = from[i];
        if (c == 0) break;
        end[i] = c;
    }
    end[i] = 0;
    return to;
}

static char *__moirai_first(const char *text, char c) {
    for (;; text++) {
        char found = *text;
        if (found == c) return (char *) text;
        if (found == 0) return NULL;
    }
}

static char *__moirai_last(const char *text, char c) {
    const char *last = NULL;
    for (;; text++) {
        char found = *text;
        if (found == c) last = text;
        if (found == 0) return (char *) last;
    }
}

char *strchr(const char *text, int c) {
    return __moirai_first(text, (char) c);
}

char *index(const char *text, int c) {
    return __moirai_first(text, (char) c);
}

char *strrchr(const char *text, int c) {
    return __moirai_last(text, (char) c);
}

char *rindex(const char *text, int c) {
    return __moirai_last(text, (char) c);
}

char *strstr(const char *text, const char *part) {
    for (;; text++) {
        size_t i = 0;
        while (part[i] != 0 && text[i] == part[i]) i++;
        if (part[i] == 0) return (char *) text;
        if (text[i] == 0) return NULL;
    }
}

static size_t __moirai_span(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] != 0 && __moirai_among(text[n], set)) n++;
    return n;
}

static size_t __moirai_span_without(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] != 0 && !__moirai_among(text[n], set)) n++;
    return n;
}

size_t strspn(const char *text, const char *accepted) {
    return __moirai_span(text, accepted);
}

size_t strcspn(const char *text, const char *rejected) {
    return __moirai_span_without(text, rejected);
}

char *strpbrk(const char *text, const char *accepted) {
    text += __moirai_span_without(text, accepted);
    return *text == 0 ? NULL : (char *) text;
}

char *strdup(const char *text) {
    char *copy = malloc(__moirai_length(text) + 1);
    if (copy != NULL) __moirai_append(copy, text);
    return copy;
}

char *strndup(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length] != 0) length++;
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        for (size_t i = 0; i < length; i++) copy[i] = text[i];
        copy[length] = 0;
    }
    return copy;
}

static char *__moirai_token(char *text, const char *separators, char **rest) {
    if (text == NULL) text = *rest;
    if (text == NULL) return NULL;
    text += __moirai_span(text, separators);
    if (*text == 0) {
        *rest = NULL;
        return NULL;
    }
    char *end = text + __moirai_span_without(text, separators);
    if (*end == 0) {
        *rest = NULL;
    } else {
        *end = 0;
        *rest = end + 1;
    }
    return text;
}

char *strtok_r(char *text, const char *separators, char **rest) {
    return __moirai_token(text, separators, rest);
}

/* Shared by all threads, as C says: two that use it race. */
static char *__moirai_strtok_rest;

char *strtok(char *text, const char *separators) {
    return __moirai_token(text, separators, &__moirai_strtok_rest);
}
