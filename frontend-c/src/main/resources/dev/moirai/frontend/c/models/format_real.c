/* How printf writes doubles: all digits exact, halves rounded to even, as glibc does. */

#include <moirai/decimal.h>
#include <stddef.h>

#define LEFT 1
#define ZEROS 2
#define PLUS 4
#define SPACE 8
#define PREFIX 16
#define CAPITALS 32

size_t __moirai_put(char *into, size_t size, size_t at, int c);

static size_t __moirai_put_times(char *into, size_t size, size_t at, int c, int count) {
    for (; count > 0; count--) at = __moirai_put(into, size, at, c);
    return at;
}

static void __moirai_decimal_of(struct __moirai_decimal *number, unsigned long long mantissa, int exponent) {
    number->first = __MOIRAI_POINT - 1;
    number->last = __MOIRAI_POINT;
    number->limb[__MOIRAI_POINT - 1] = (unsigned int) (mantissa / __MOIRAI_BASE);
    number->limb[__MOIRAI_POINT] = (unsigned int) (mantissa % __MOIRAI_BASE);
    if (number->limb[__MOIRAI_POINT - 1] == 0) number->first = __MOIRAI_POINT;
    if (mantissa != 0) __moirai_decimal_scale(number, exponent);
}

/* Rounds to a multiple of 10^position. Digits below keep their values and are not to be looked at again. */
static void __moirai_decimal_round(struct __moirai_decimal *number, int position) {
    int next = __moirai_decimal_digit(number, position - 1);
    if (next < 5) return;
    if (next == 5 && !__moirai_decimal_rest(number, position - 1) && __moirai_decimal_digit(number, position) % 2 == 0) {
        return;
    }
    int up = position >= 0 ? position / 9 : -((8 - position) / 9);
    int i = __MOIRAI_POINT - up;
    while (number->first > i) number->limb[--number->first] = 0;
    unsigned int power = 1;
    for (int below = position - 9 * up; below > 0; below--) power *= 10;
    number->limb[i] += power;
    while (number->limb[i] >= __MOIRAI_BASE) {
        number->limb[i] -= __MOIRAI_BASE;
        i--;
        if (i < number->first) number->limb[--number->first] = 0;
        number->limb[i]++;
    }
}

static size_t __moirai_put_word(
    char *into, size_t size, size_t at, const char *word, int sign, int width, int flags) {
    int blanks = width - 3 - (sign != 0);
    if ((flags & LEFT) == 0) at = __moirai_put_times(into, size, at, ' ', blanks);
    if (sign != 0) at = __moirai_put(into, size, at, sign);
    for (int i = 0; i < 3; i++) {
        at = __moirai_put(into, size, at, (flags & CAPITALS) != 0 ? word[i] - 'a' + 'A' : word[i]);
    }
    if ((flags & LEFT) != 0) at = __moirai_put_times(into, size, at, ' ', blanks);
    return at;
}

static int __moirai_digits_of(int number) {
    int count = 1;
    for (; number >= 10; number /= 10) count++;
    return count;
}

/* The letter, a sign, at least so many digits. */
static size_t __moirai_put_exponent(char *into, size_t size, size_t at, int letter, int exponent, int least) {
    int magnitude = exponent < 0 ? -exponent : exponent;
    at = __moirai_put(into, size, at, letter);
    at = __moirai_put(into, size, at, exponent < 0 ? '-' : '+');
    int digits = __moirai_digits_of(magnitude);
    at = __moirai_put_times(into, size, at, '0', least - digits);
    int power = 1;
    for (int i = 1; i < digits; i++) power *= 10;
    for (; power > 0; power /= 10) at = __moirai_put(into, size, at, '0' + magnitude / power % 10);
    return at;
}

static size_t __moirai_put_hexadecimal(
    char *into,
    size_t size,
    size_t at,
    unsigned long long fraction,
    int biased,
    int sign,
    int width,
    int precision,
    int flags) {
    int capital = (flags & CAPITALS) != 0;
    unsigned long long value = biased == 0 ? fraction : fraction | 1ULL << 52;
    int exponent = value == 0 ? 0 : biased == 0 ? -1022 : biased - 1023;
    int digits = precision;
    if (precision < 0) {
        digits = 13;
        while (digits > 0 && (value >> (4 * (13 - digits)) & 15) == 0) digits--;
    } else if (precision < 13) {
        int dropped = 4 * (13 - precision);
        unsigned long long rest = value & ((1ULL << dropped) - 1);
        unsigned long long half = 1ULL << (dropped - 1);
        value -= rest;
        if (rest > half || (rest == half && (value >> dropped & 1) != 0)) value += 1ULL << dropped;
    }
    int point = digits > 0 || (flags & PREFIX) != 0;
    int magnitude = exponent < 0 ? -exponent : exponent;
    int length = (sign != 0) + 3 + point + digits + 2 + __moirai_digits_of(magnitude);
    if ((flags & (LEFT | ZEROS)) == 0) at = __moirai_put_times(into, size, at, ' ', width - length);
    if (sign != 0) at = __moirai_put(into, size, at, sign);
    at = __moirai_put(into, size, at, '0');
    at = __moirai_put(into, size, at, capital ? 'X' : 'x');
    if ((flags & ZEROS) != 0 && (flags & LEFT) == 0) at = __moirai_put_times(into, size, at, '0', width - length);
    at = __moirai_put(into, size, at, '0' + (int) (value >> 52));
    if (point) at = __moirai_put(into, size, at, '.');
    for (int i = 1; i <= digits; i++) {
        int digit = i > 13 ? 0 : (int) (value >> (4 * (13 - i)) & 15);
        at = __moirai_put(into, size, at, digit < 10 ? '0' + digit : (capital ? 'A' : 'a') + digit - 10);
    }
    at = __moirai_put_exponent(into, size, at, capital ? 'P' : 'p', exponent, 1);
    if ((flags & LEFT) != 0) at = __moirai_put_times(into, size, at, ' ', width - length);
    return at;
}

/* The letter is f, e, g or a; capitals are a flag. */
size_t __moirai_put_real(
    char *into, size_t size, size_t at, double value, int letter, int width, int precision, int flags) {
    union {
        double number;
        unsigned long long bits;
    } parts;
    parts.number = value;
    int sign = parts.bits >> 63 != 0 ? '-' : (flags & PLUS) != 0 ? '+' : (flags & SPACE) != 0 ? ' ' : 0;
    int biased = (int) (parts.bits >> 52 & 0x7ff);
    unsigned long long fraction = parts.bits & 0xfffffffffffffULL;
    if (biased == 0x7ff) return __moirai_put_word(into, size, at, fraction == 0 ? "inf" : "nan", sign, width, flags);
    if (letter == 'a') {
        return __moirai_put_hexadecimal(into, size, at, fraction, biased, sign, width, precision, flags);
    }
    struct __moirai_decimal number;
    __moirai_decimal_of(&number, biased == 0 ? fraction : fraction | 1ULL << 52, (biased == 0 ? 1 : biased) - 1075);
    if (precision < 0) precision = 6;
    if (letter == 'g' && precision == 0) precision = 1;
    int top = __moirai_decimal_top(&number);
    int scientific = letter == 'e';
    /* The position of the last digit, and the number of digits after the point. */
    int last = letter == 'f' ? -precision : letter == 'e' ? top - precision : top - precision + 1;
    int after = precision;
    __moirai_decimal_round(&number, last);
    top = __moirai_decimal_top(&number);
    if (letter == 'g') {
        scientific = top < -4 || top >= precision;
        after = scientific ? precision - 1 : precision - 1 - top;
        if ((flags & PREFIX) == 0) {
            int unit = scientific ? top : 0;
            while (after > 0 && (unit - after < last || __moirai_decimal_digit(&number, unit - after) == 0)) after--;
        }
    }
    int unit = scientific ? top : 0;
    int before = scientific || top < 0 ? 1 : top + 1;
    int point = after > 0 || (flags & PREFIX) != 0;
    int magnitude = top < 0 ? -top : top;
    int length = (sign != 0) + before + point + after + (scientific ? (magnitude < 100 ? 4 : 5) : 0);
    int missing = width - length;
    if ((flags & (LEFT | ZEROS)) == 0) at = __moirai_put_times(into, size, at, ' ', missing);
    if (sign != 0) at = __moirai_put(into, size, at, sign);
    if ((flags & ZEROS) != 0 && (flags & LEFT) == 0) at = __moirai_put_times(into, size, at, '0', missing);
    for (int i = before - 1; i >= -after; i--) {
        if (i == -1) at = __moirai_put(into, size, at, '.');
        int digit = unit + i < last ? 0 : __moirai_decimal_digit(&number, unit + i);
        at = __moirai_put(into, size, at, '0' + digit);
    }
    if (after == 0 && point) at = __moirai_put(into, size, at, '.');
    if (scientific) at = __moirai_put_exponent(into, size, at, (flags & CAPITALS) != 0 ? 'E' : 'e', top, 2);
    if ((flags & LEFT) != 0) at = __moirai_put_times(into, size, at, ' ', missing);
    return at;
}
