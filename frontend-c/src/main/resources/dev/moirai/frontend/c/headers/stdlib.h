#ifndef _MOIRAI_STDLIB_H
#define _MOIRAI_STDLIB_H
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *object, size_t size);
void *reallocarray(void *object, size_t count, size_t size);
void free(void *object);
void *aligned_alloc(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size);
int posix_memalign(void **into, size_t alignment, size_t size);
void *alloca(size_t size);

void abort(void);
void exit(int code);
void _Exit(int code);
void quick_exit(int code);
int atexit(void (*routine)(void));
char *getenv(const char *name);
int system(const char *command);

int rand(void);
int rand_r(unsigned int *seed);
void srand(unsigned int seed);
long random(void);
void srandom(unsigned int seed);
double drand48(void);
long lrand48(void);
void srand48(long seed);

int abs(int value);
long labs(long value);
long long llabs(long long value);
static inline div_t div(int left, int right) {
    div_t result = {left / right, left % right};
    return result;
}
static inline ldiv_t ldiv(long left, long right) {
    ldiv_t result = {left / right, left % right};
    return result;
}
static inline lldiv_t lldiv(long long left, long long right) {
    lldiv_t result = {left / right, left % right};
    return result;
}
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double atof(const char *text);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);
int on_exit(void (*routine)(int, void *), void *argument);
int at_quick_exit(void (*routine)(void));
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *text);
int clearenv(void);
char *secure_getenv(const char *name);
int mkstemp(char *name);
int mkostemp(char *name, int flags);
char *mkdtemp(char *name);
char *mktemp(char *name);
char *realpath(const char *path, char *into);
int getloadavg(double loads[], int count);
long mrand48(void);
double erand48(unsigned short state[3]);
long nrand48(unsigned short state[3]);
char *initstate(unsigned int seed, char *state, size_t size);
char *setstate(char *state);
int mblen(const char *text, size_t limit);
int mbtowc(wchar_t *into, const char *text, size_t limit);
int wctomb(char *into, wchar_t c);
size_t mbstowcs(wchar_t *into, const char *text, size_t limit);
size_t wcstombs(char *into, const wchar_t *text, size_t limit);
size_t wcstombs(char *into, const wchar_t *text, size_t limit);
int posix_openpt(int flags);
int grantpt(int file);
int unlockpt(int file);
char *ptsname(int file);
void qsort_r(
    void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument);
#define MB_CUR_MAX 1
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
#endif
