/* Texts of wide characters. */

#include <stddef.h>

static size_t __moirai_wide_length(const wchar_t *text) {
    size_t n = 0;
    while (text[n] != 0) n++;
    return n;
}

static void __moirai_wide_copy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    for (;; i++) {
        wchar_t c = from[i];
        to[i] = c;
        if (c == 0) return;
    }
}

size_t wcslen(const wchar_t *text) {
    return __moirai_wide_length(text);
}

int wcscmp(const wchar_t *left, const wchar_t *right) {
    size_t i = 0;
    for (;; i++) {
        wchar_t l = left[i];
        wchar_t r = right[i];
        if (l != r) return l < r ? -1 : 1;
        if (l == 0) return 0;
    }
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        wchar_t l = left[i];
        wchar_t r = right[i];
        if (l != r) return l < r ? -1 : 1;
        if (l == 0) return 0;
    }
    return 0;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    __moirai_wide_copy(to, from);
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t size) {
    size_t i = 0;
    for (; i < size; i++) {
        wchar_t c = from[i];
        to[i] = c;
        if (c == 0) break;
    }
    for (; i < size; i++) to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    __moirai_wide_copy(to + __moirai_wide_length(to), from);
    return to;
}

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
    for (;; text++) {
        wchar_t found = *text;
        if (found == c) return (wchar_t *) text;
        if (found == 0) return NULL;
    }
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = c;
    return to;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
    return to;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}
