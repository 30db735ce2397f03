#ifndef _MOIRAI_STDDEF_H
#define _MOIRAI_STDDEF_H
#ifdef __LP64__
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
#else
typedef unsigned int size_t;
typedef int ptrdiff_t;
typedef long wchar_t;
#endif
typedef struct {
    long long __integer;
    double __floating;
} max_align_t;
#undef NULL
#define NULL ((void *) 0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
