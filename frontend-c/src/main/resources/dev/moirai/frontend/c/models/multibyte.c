/* Characters of several bytes, of which the locale C has none: a byte below 128 is a wide character of the same number. */

#include <errno.h>
#include <stddef.h>
#include <wchar.h>

#define __MOIRAI_NO_ASCII "a byte or wide character above 127 in the locale C"

void __moirai_unknown(const char *what);

static size_t __moirai_to_wide(wchar_t *into, const char *from, size_t size) {
    if (size == 0) return (size_t) -2;
    unsigned char c = (unsigned char) *from;
    if (c > 127) __moirai_unknown(__MOIRAI_NO_ASCII);
    if (into != NULL) *into = c;
    return c != 0;
}

static size_t __moirai_from_wide(char *into, wchar_t c) {
    if (c < 0 || c > 127) __moirai_unknown(__MOIRAI_NO_ASCII);
    if (into != NULL) *into = (char) c;
    return 1;
}

int mbsinit(const mbstate_t *state) {
    return state == NULL || state->__count == 0;
}

size_t mbrtowc(wchar_t *into, const char *from, size_t size, mbstate_t *state) {
    (void) state;
    return from == NULL ? 0 : __moirai_to_wide(into, from, size);
}

size_t mbrlen(const char *from, size_t size, mbstate_t *state) {
    return mbrtowc(NULL, from, size, state);
}

int mbtowc(wchar_t *into, const char *from, size_t size) {
    if (from == NULL) return 0;
    return size == 0 ? -1 : (int) __moirai_to_wide(into, from, size);
}

int mblen(const char *from, size_t size) {
    return mbtowc(NULL, from, size);
}

size_t wcrtomb(char *into, wchar_t c, mbstate_t *state) {
    (void) state;
    return into == NULL ? 1 : __moirai_from_wide(into, c);
}

int wctomb(char *into, wchar_t c) {
    return into == NULL ? 0 : (int) __moirai_from_wide(into, c);
}

/* Up to the closing zero, which is not counted. */
size_t mbstowcs(wchar_t *into, const char *from, size_t most) {
    size_t count = 0;
    for (; into == NULL || count < most; count++) {
        if (__moirai_to_wide(into == NULL ? NULL : into + count, from + count, 1) == 0) break;
    }
    return count;
}

size_t wcstombs(char *into, const wchar_t *from, size_t most) {
    size_t count = 0;
    for (; into == NULL || count < most; count++) {
        __moirai_from_wide(into == NULL ? NULL : into + count, from[count]);
        if (from[count] == 0) break;
    }
    return count;
}

/* Where all of it was read, the place becomes null; else it is after what was read. */
size_t mbsrtowcs(wchar_t *into, const char **from, size_t most, mbstate_t *state) {
    (void) state;
    size_t count = mbstowcs(into, *from, most);
    if (into != NULL) *from = count < most ? NULL : *from + count;
    return count;
}

size_t wcsrtombs(char *into, const wchar_t **from, size_t most, mbstate_t *state) {
    (void) state;
    size_t count = wcstombs(into, *from, most);
    if (into != NULL) *from = count < most ? NULL : *from + count;
    return count;
}

wint_t btowc(int c) {
    if (c == -1) return WEOF;
    if ((unsigned char) c > 127) __moirai_unknown(__MOIRAI_NO_ASCII);
    return (wint_t) (unsigned char) c;
}

int wctob(wint_t c) {
    return c < 128 ? (int) c : -1;
}
