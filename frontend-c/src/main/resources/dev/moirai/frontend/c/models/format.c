/*
 * The pieces of sprintf and snprintf. Each writes at a position, as far as the size allows with room for the final zero,
 * and returns the next position.
 */

#include <stddef.h>

#define LEFT 1
#define ZEROS 2
#define PLUS 4
#define SPACE 8
#define PREFIX 16
#define CAPITALS 32

size_t __moirai_put(char *into, size_t size, size_t at, int c) {
    if (size != 0 && at < size - 1) into[at] = (char) c;
    return at + 1;
}

void __moirai_put_end(char *into, size_t size, size_t at) {
    if (size != 0) into[at < size ? at : size - 1] = 0;
}

static size_t __moirai_put_many(char *into, size_t size, size_t at, int c, int count) {
    for (int i = 0; i < count; i++) at = __moirai_put(into, size, at, c);
    return at;
}

size_t __moirai_put_padded(char *into, size_t size, size_t at, int c, int width, int flags) {
    if ((flags & LEFT) == 0) at = __moirai_put_many(into, size, at, ' ', width - 1);
    at = __moirai_put(into, size, at, c);
    if ((flags & LEFT) != 0) at = __moirai_put_many(into, size, at, ' ', width - 1);
    return at;
}

size_t __moirai_put_text(
    char *into, size_t size, size_t at, const char *text, int width, int precision, int flags) {
    int length = 0;
    while ((precision < 0 || length < precision) && text[length] != 0) length++;
    if ((flags & LEFT) == 0) at = __moirai_put_many(into, size, at, ' ', width - length);
    for (int i = 0; i < length; i++) at = __moirai_put(into, size, at, text[i]);
    if ((flags & LEFT) != 0) at = __moirai_put_many(into, size, at, ' ', width - length);
    return at;
}

/* Sign or prefix (at most two characters), zeros up to the precision, digits, all within the width. */
static size_t __moirai_put_digits(
    char *into,
    size_t size,
    size_t at,
    unsigned long long value,
    int base,
    int first,
    int second,
    int width,
    int precision,
    int flags) {
    char digits[24];
    int count = 0;
    while (value != 0) {
        int digit = (int) (value % (unsigned int) base);
        digits[count] = (char) (digit < 10 ? '0' + digit : ((flags & CAPITALS) != 0 ? 'A' : 'a') + digit - 10);
        count++;
        value /= (unsigned int) base;
    }
    int lead = (first != 0) + (second != 0);
    int zeros = precision < 0 ? (count == 0 ? 1 : 0) : precision - count;
    /* A precision switches the flag 0 off, and so does the flag -. */
    if (precision < 0 && (flags & ZEROS) != 0 && (flags & LEFT) == 0 && width - lead - count > zeros) {
        zeros = width - lead - count;
    }
    if (zeros < 0) zeros = 0;
    int blanks = width - lead - zeros - count;
    if ((flags & LEFT) == 0) at = __moirai_put_many(into, size, at, ' ', blanks);
    if (first != 0) at = __moirai_put(into, size, at, first);
    if (second != 0) at = __moirai_put(into, size, at, second);
    at = __moirai_put_many(into, size, at, '0', zeros);
    while (count > 0) {
        count--;
        at = __moirai_put(into, size, at, digits[count]);
    }
    if ((flags & LEFT) != 0) at = __moirai_put_many(into, size, at, ' ', blanks);
    return at;
}

size_t __moirai_put_signed(
    char *into, size_t size, size_t at, long long value, int width, int precision, int flags) {
    int sign = value < 0 ? '-' : (flags & PLUS) != 0 ? '+' : (flags & SPACE) != 0 ? ' ' : 0;
    unsigned long long magnitude = value < 0 ? -(unsigned long long) value : (unsigned long long) value;
    return __moirai_put_digits(into, size, at, magnitude, 10, sign, 0, width, precision, flags);
}

size_t __moirai_put_unsigned(
    char *into, size_t size, size_t at, unsigned long long value, int base, int width, int precision, int flags) {
    int prefixed = (flags & PREFIX) != 0;
    int first = 0;
    int second = 0;
    if (base == 16 && prefixed && value != 0) {
        first = '0';
        second = (flags & CAPITALS) != 0 ? 'X' : 'x';
    }
    /* The octal prefix is a zero, unless the precision brings one already. */
    if (base == 8 && prefixed) {
        int digits = 0;
        for (unsigned long long rest = value; rest != 0; rest /= 8) digits++;
        if (value != 0 ? precision <= digits : precision == 0) first = '0';
    }
    return __moirai_put_digits(into, size, at, value, base, first, second, width, precision, flags);
}
