/* Small arithmetic, and numbers in texts. */

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

void __moirai_set_errno(int code);

int abs(int value) {
    return value < 0 ? -value : value;
}

long labs(long value) {
    return value < 0 ? -value : value;
}

long long llabs(long long value) {
    return value < 0 ? -value : value;
}

int ffs(int value) {
    return __builtin_ffs(value);
}

static int __moirai_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 36;
}

/*
 * Reads an optional sign and digits of a base (0: as the text says). The magnitude stops at most; too_large tells. No
 * number at all: end is where the text begins.
 */
static unsigned long long __moirai_number(
    const char *text, char **end, int base, unsigned long long most, int *negative, int *too_large) {
    const char *p = text;
    unsigned long long value = 0;
    int digits = 0;
    *negative = 0;
    *too_large = 0;
    if (base < 0 || base == 1 || base > 36) {
        __moirai_set_errno(EINVAL);
        return 0;
    }
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    if (*p == '-' || *p == '+') {
        *negative = *p == '-';
        p++;
    }
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && __moirai_digit(p[2]) < 16) {
        p += 2;
        base = 16;
    }
    if (base == 0) base = *p == '0' ? 8 : 10;
    for (;; p++) {
        int digit = __moirai_digit(*p);
        if (digit >= base) break;
        digits = 1;
        if (value > (most - digit) / base) *too_large = 1;
        else value = value * base + digit;
    }
    if (end != NULL) *end = (char *) (digits ? p : text);
    return value;
}

static long long __moirai_signed(const char *text, char **end, int base, long long least, long long most) {
    int negative;
    int too_large;
    unsigned long long magnitude =
        __moirai_number(text, end, base, (unsigned long long) most + 1, &negative, &too_large);
    if (too_large || (!negative && magnitude > (unsigned long long) most)) {
        __moirai_set_errno(ERANGE);
        return negative ? least : most;
    }
    if (!negative) return (long long) magnitude;
    return magnitude > (unsigned long long) most ? least : -(long long) magnitude;
}

static unsigned long long __moirai_unsigned(const char *text, char **end, int base, unsigned long long most) {
    int negative;
    int too_large;
    unsigned long long magnitude = __moirai_number(text, end, base, most, &negative, &too_large);
    if (too_large) {
        __moirai_set_errno(ERANGE);
        return most;
    }
    return negative ? -magnitude : magnitude;
}

long strtol(const char *text, char **end, int base) {
    return (long) __moirai_signed(text, end, base, LONG_MIN, LONG_MAX);
}

long long strtoll(const char *text, char **end, int base) {
    return __moirai_signed(text, end, base, LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *text, char **end, int base) {
    return (unsigned long) __moirai_unsigned(text, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *text, char **end, int base) {
    return __moirai_unsigned(text, end, base, ULLONG_MAX);
}

int atoi(const char *text) {
    return (int) __moirai_signed(text, NULL, 10, LONG_MIN, LONG_MAX);
}

long atol(const char *text) {
    return (long) __moirai_signed(text, NULL, 10, LONG_MIN, LONG_MAX);
}

long long atoll(const char *text) {
    return __moirai_signed(text, NULL, 10, LLONG_MIN, LLONG_MAX);
}
