#ifndef _MOIRAI_WCHAR_H
#define _MOIRAI_WCHAR_H
#include <stddef.h>
#include <stdint.h>
typedef unsigned int wint_t;
#define WEOF 0xffffffffu
typedef struct {
    int __count;
    union {
        unsigned int __wch;
        char __wchb[4];
    } __value;
} mbstate_t;
int mbsinit(const mbstate_t *state);
size_t mbrtowc(wchar_t *into, const char *from, size_t size, mbstate_t *state);
size_t mbrlen(const char *from, size_t size, mbstate_t *state);
size_t wcrtomb(char *into, wchar_t c, mbstate_t *state);
size_t mbsrtowcs(wchar_t *into, const char **from, size_t most, mbstate_t *state);
size_t wcsrtombs(char *into, const wchar_t **from, size_t most, mbstate_t *state);
wint_t btowc(int c);
int wctob(wint_t c);
size_t wcslen(const wchar_t *text);
int wcscmp(const wchar_t *left, const wchar_t *right);
int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit);
wchar_t *wcscpy(wchar_t *to, const wchar_t *from);
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t size);
wchar_t *wcscat(wchar_t *to, const wchar_t *from);
wchar_t *wcschr(const wchar_t *text, wchar_t c);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count);
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count);
int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count);
#endif
