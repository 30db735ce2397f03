#ifndef _MOIRAI_STRING_H
#define _MOIRAI_STRING_H
#include <stddef.h>
void *memset(void *to, int byte, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *mempcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memchr(const void *in, int byte, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t limit);
int strcoll(const char *left, const char *right);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *stpcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);
char *strchr(const char *text, int c);
char *strrchr(const char *text, int c);
char *strstr(const char *text, const char *part);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);
char *strpbrk(const char *text, const char *accepted);
char *strdup(const char *text);
char *strndup(const char *text, size_t limit);
char *strtok(char *text, const char *separators);
char *strtok_r(char *text, const char *separators, char **rest);
char *strerror(int code);
/* Known by name only: a call is refused. */
char *strerror_r(int code, char *into, size_t size);
char *strsignal(int number);
char *strcasestr(const char *text, const char *part);
char *strchrnul(const char *text, int c);
char *strsep(char **text, const char *separators);
char *stpncpy(char *to, const char *from, size_t size);
size_t strxfrm(char *to, const char *from, size_t size);
void *memmem(const void *in, size_t size, const void *part, size_t length);
void *memrchr(const void *in, int byte, size_t size);
void *rawmemchr(const void *in, int byte);
void *memccpy(void *to, const void *from, int byte, size_t size);
int strverscmp(const char *left, const char *right);
#include <strings.h>
#endif
