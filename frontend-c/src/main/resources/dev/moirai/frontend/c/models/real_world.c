/*
 * The world as it is: what begins with __moirai_real_ is done by the runtime of a native run, and its results are kept in
 * the run's schedule. Elsewhere these results may be anything.
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

void __VERIFIER_assume(int condition);

long long __moirai_real_same(long long value);
double __moirai_real_same_double(double value);
int __moirai_real_rand(void);
void __moirai_real_srand(unsigned seed);
long long __moirai_real_clock(int clock, int part);
long long __moirai_real_ticks(void);
int __moirai_real_scan(char *format);
long long __moirai_real_scanned_integer(int item, int bytes, int is_signed);
double __moirai_real_scanned_double(int item, int bytes);
int __moirai_real_scanned_byte(int item, int index);

/* The value is what it was when the run was recorded: what the world did depends on it. */
void __moirai_pin(long long value) {
    __VERIFIER_assume(__moirai_real_same(value) == value);
}

void __moirai_pin_double(double value) {
    double seen = __moirai_real_same_double(value);
    __VERIFIER_assume(seen == value || value != value);
}

void __moirai_pin_text(const char *text) {
    if (text == NULL) return;
    for (int i = 0;; i++) {
        char c = text[i];
        __moirai_pin(c);
        if (c == 0) return;
    }
}

/* ---- formatting ------------------------------------------------------------------------------------------------- */

int vfprintf(FILE *file, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) return length;
    char *text = malloc((size_t) length + 1);
    vsnprintf(text, (size_t) length + 1, format, list);
    if (fputs(text, file) < 0) length = -1;
    free(text);
    return length;
}

/* ---- numbers --------------------------------------------------------------------------------------------------- */

int rand(void) {
    return __moirai_real_rand();
}

long random(void) {
    return __moirai_real_rand();
}

long lrand48(void) {
    return __moirai_real_rand();
}

void srand(unsigned seed) {
    __moirai_pin(seed);
    __moirai_real_srand(seed);
}

void srandom(unsigned seed) {
    srand(seed);
}

void srand48(long seed) {
    srand((unsigned) seed);
}

/* ---- time ------------------------------------------------------------------------------------------------------ */

time_t time(time_t *into) {
    time_t now = (time_t) __moirai_real_clock(CLOCK_REALTIME, 0);
    if (into != NULL) *into = now;
    return now;
}

clock_t clock(void) {
    return (clock_t) __moirai_real_ticks();
}

int clock_gettime(clockid_t clock, struct timespec *into) {
    __moirai_pin(clock);
    into->tv_sec = (time_t) __moirai_real_clock(clock, 0);
    into->tv_nsec = (long) __moirai_real_clock(clock, 1);
    return 0;
}

int gettimeofday(struct timeval *into, void *zone) {
    (void) zone;
    into->tv_sec = (time_t) __moirai_real_clock(CLOCK_REALTIME, 0);
    into->tv_usec = (long) (__moirai_real_clock(CLOCK_REALTIME, 1) / 1000);
    return 0;
}

/* ---- scanf: the runtime scans, and hands the items out one by one ------------------------------------------------ */

int __moirai_scan(char *format) {
    return __moirai_real_scan(format);
}

long long __moirai_scanned_integer(int item, int bytes, int is_signed) {
    return __moirai_real_scanned_integer(item, bytes, is_signed);
}

double __moirai_scanned_double(int item, int bytes) {
    return __moirai_real_scanned_double(item, bytes);
}

void __moirai_scanned_word(char *into, int item) {
    for (int i = 0;; i++) {
        char c = (char) __moirai_real_scanned_byte(item, i);
        into[i] = c;
        if (c == 0) return;
    }
}
