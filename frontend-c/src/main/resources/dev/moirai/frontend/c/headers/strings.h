#ifndef _MOIRAI_STRINGS_H
#define _MOIRAI_STRINGS_H
#include <stddef.h>
void explicit_bzero(void *to, size_t size);
void bzero(void *to, size_t size);
void bcopy(const void *from, void *to, size_t size);
int bcmp(const void *left, const void *right, size_t size);
char *index(const char *text, int c);
char *rindex(const char *text, int c);
int strcasecmp(const char *left, const char *right);
int strncasecmp(const char *left, const char *right, size_t limit);
int ffs(int value);
int ffsl(long value);
int ffsll(long long value);
#endif
