/* Texts as floating-point numbers: the nearest one, halves to even, as glibc has it. */

#include <errno.h>
#include <moirai/decimal.h>
#include <stddef.h>

void __moirai_set_errno(int code);

/* So many digits decide between any two doubles and their middle; what follows only counts as being there or not. */
#define __MOIRAI_DIGITS 800

struct __moirai_real_format {
    int bits;
    int least;
    int most;
};

struct __moirai_read_real {
    unsigned long long mantissa;
    int exponent;
    int inexact;
    int too_large;
};

static int __moirai_small_letter(char c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int __moirai_is_word(const char *text, const char *word) {
    for (int i = 0; word[i] != 0; i++) {
        if (__moirai_small_letter(text[i]) != word[i]) return 0;
    }
    return 1;
}

static int __moirai_hexadecimal_digit(char c) {
    c = (char) __moirai_small_letter(c);
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* After the letter of an exponent: its value, far beyond any number's if it has too many digits. No digits: the end is null. */
static int __moirai_exponent(const char *text, const char **end) {
    int negative = *text == '-';
    int value = 0;
    if (*text == '-' || *text == '+') text++;
    *end = NULL;
    while (*text >= '0' && *text <= '9') {
        if (value < 100000) value = value * 10 + (*text - '0');
        text++;
        *end = text;
    }
    return negative ? -value : value;
}

/* Rounds mantissa * 2^exponent, with or without a little more, to a number of the format. */
static void __moirai_round_binary(
    struct __moirai_read_real *found,
    unsigned long long mantissa,
    int exponent,
    int more,
    const struct __moirai_real_format *format) {
    found->inexact = 0;
    found->too_large = 0;
    found->mantissa = 0;
    found->exponent = 0;
    if (mantissa == 0 && !more) return;
    while (mantissa >> 63 == 0 && mantissa != 0) {
        mantissa <<= 1;
        exponent--;
    }
    int dropped = 64 - format->bits;
    if (exponent + dropped < format->least) dropped = format->least - exponent;
    unsigned long long kept = dropped > 63 ? 0 : mantissa >> dropped;
    unsigned long long rest = dropped > 64 ? (mantissa != 0) : dropped == 64 ? mantissa : mantissa & ((1ULL << dropped) - 1);
    unsigned long long half = dropped > 64 ? 2 : 1ULL << (dropped - 1);
    found->inexact = rest != 0 || more;
    if (rest > half || (rest == half && (more || (kept & 1) != 0))) kept++;
    found->mantissa = kept;
    found->exponent = exponent + dropped;
    if (kept >> format->bits != 0) {
        found->mantissa = kept >> 1;
        found->exponent++;
    }
    found->too_large = found->exponent > format->most;
}

static const char *__moirai_read_hexadecimal(
    const char *text, struct __moirai_read_real *found, const struct __moirai_real_format *format) {
    unsigned long long mantissa = 0;
    int exponent = 0;
    int more = 0;
    int point = 0;
    for (;; text++) {
        if (*text == '.' && !point) {
            point = 1;
            continue;
        }
        int digit = __moirai_hexadecimal_digit(*text);
        if (digit < 0) break;
        if (mantissa >> 60 == 0) {
            mantissa = mantissa << 4 | (unsigned int) digit;
            if (point) exponent -= 4;
        } else {
            more |= digit != 0;
            if (!point) exponent += 4;
        }
    }
    if (*text == 'p' || *text == 'P') {
        const char *end;
        int given = __moirai_exponent(text + 1, &end);
        if (end != NULL) {
            exponent += given;
            text = end;
        }
    }
    __moirai_round_binary(found, mantissa, exponent, more, format);
    return text;
}

/* The digits of a text, aligned to the limbs; the last one counts 10^position. */
static void __moirai_decimal_text(struct __moirai_decimal *number, const char *digits, int count, int position) {
    int highest = position + count - 1;
    number->first = __MOIRAI_POINT - (highest >= 0 ? highest / 9 : -((8 - highest) / 9));
    number->last = __MOIRAI_POINT - (position >= 0 ? position / 9 : -((8 - position) / 9));
    for (int i = number->first; i <= number->last; i++) number->limb[i] = 0;
    for (int i = 0; i < count; i++) {
        int at = highest - i;
        int limb = __MOIRAI_POINT - (at >= 0 ? at / 9 : -((8 - at) / 9));
        int below = at - 9 * (__MOIRAI_POINT - limb);
        unsigned int power = 1;
        for (; below > 0; below--) power *= 10;
        number->limb[limb] += power * (unsigned int) digits[i];
    }
    while (number->last > number->first && number->limb[number->last] == 0) number->last--;
}

static const char *__moirai_read_decimal(
    const char *text, struct __moirai_read_real *found, const struct __moirai_real_format *format) {
    char digits[__MOIRAI_DIGITS + 1];
    int count = 0;
    int position = 0;
    int point = 0;
    int more = 0;
    for (;; text++) {
        if (*text == '.' && !point) {
            point = 1;
            continue;
        }
        if (*text < '0' || *text > '9') break;
        if (count == 0 && *text == '0') {
            if (point) position--;
        } else if (count < __MOIRAI_DIGITS) {
            digits[count] = (char) (*text - '0');
            count++;
            if (point) position--;
        } else {
            more |= *text != '0';
            if (!point) position++;
        }
    }
    if (*text == 'e' || *text == 'E') {
        const char *end;
        int given = __moirai_exponent(text + 1, &end);
        if (end != NULL) {
            position += given;
            text = end;
        }
    }
    if (count == 0 || position + count < -400) {
        __moirai_round_binary(found, 0, 0, count != 0, format);
    } else if (position + count > 400) {
        found->too_large = 1;
    } else {
        struct __moirai_decimal number;
        if (more) digits[count++] = 1;
        if (more) position--;
        __moirai_decimal_text(&number, digits, count, position);
        /* Brings the number between 2^60 and 2^64: then all that is behind the point is "a little more". */
        int top = __moirai_decimal_top(&number);
        int exponent = 0;
        while (top < 18) {
            int up = top < 10 ? 29 : 3;
            __moirai_decimal_scale(&number, up);
            exponent -= up;
            top = __moirai_decimal_top(&number);
        }
        while (top > 18) {
            int down = top > 27 ? 27 : 3;
            __moirai_decimal_scale(&number, -down);
            exponent += down;
            top = __moirai_decimal_top(&number);
        }
        unsigned long long mantissa = 0;
        for (int i = number.first; i <= __MOIRAI_POINT; i++) {
            mantissa = mantissa * __MOIRAI_BASE + (i <= number.last ? number.limb[i] : 0);
        }
        __moirai_round_binary(found, mantissa, exponent, __moirai_decimal_rest(&number, 0), format);
    }
    return text;
}

/* The end of the number in the text; null if there is none. */
static const char *__moirai_read_real(
    const char *text, int *negative, struct __moirai_read_real *found, int *special, const struct __moirai_real_format *format) {
    *negative = *text == '-';
    *special = 0;
    found->too_large = 0;
    found->inexact = 0;
    if (*text == '-' || *text == '+') text++;
    if (__moirai_is_word(text, "inf")) {
        *special = 1;
        return __moirai_is_word(text, "infinity") ? text + 8 : text + 3;
    }
    if (__moirai_is_word(text, "nan")) {
        *special = 2;
        text += 3;
        if (*text != '(') return text;
        const char *close = text + 1;
        while (__moirai_hexadecimal_digit(*close) >= 0 || (*close >= 'a' && *close <= 'z') || (*close >= 'A' && *close <= 'Z')
               || *close == '_') {
            close++;
        }
        return *close == ')' ? close + 1 : text;
    }
    int prefixed = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (prefixed && (__moirai_hexadecimal_digit(text[2]) >= 0 || (text[2] == '.' && __moirai_hexadecimal_digit(text[3]) >= 0))) {
        return __moirai_read_hexadecimal(text + 2, found, format);
    }
    int first = *text == '.' ? text[1] : *text;
    return first >= '0' && first <= '9' ? __moirai_read_decimal(text, found, format) : NULL;
}

double strtod(const char *text, char **end) {
    struct __moirai_real_format format = {53, -1074, 971};
    struct __moirai_read_real found;
    int negative;
    int special;
    const char *p = text;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    p = __moirai_read_real(p, &negative, &found, &special, &format);
    if (end != NULL) *end = (char *) (p == NULL ? text : p);
    if (p == NULL) return 0.0;
    union {
        unsigned long long bits;
        double number;
    } parts;
    if (special == 2) {
        parts.bits = 0x7ff8000000000000ULL;
    } else if (special == 1 || found.too_large) {
        parts.bits = 0x7ff0000000000000ULL;
        if (found.too_large) __moirai_set_errno(ERANGE);
    } else {
        parts.bits = found.mantissa;
        if (found.mantissa >> 52 != 0) parts.bits += (unsigned long long) (found.exponent + 1074) << 52;
        else if (found.inexact) __moirai_set_errno(ERANGE);
    }
    if (negative) parts.bits |= 1ULL << 63;
    return parts.number;
}

float strtof(const char *text, char **end) {
    struct __moirai_real_format format = {24, -149, 104};
    struct __moirai_read_real found;
    int negative;
    int special;
    const char *p = text;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    p = __moirai_read_real(p, &negative, &found, &special, &format);
    if (end != NULL) *end = (char *) (p == NULL ? text : p);
    if (p == NULL) return 0.0F;
    union {
        unsigned int bits;
        float number;
    } parts;
    if (special == 2) {
        parts.bits = 0x7fc00000U;
    } else if (special == 1 || found.too_large) {
        parts.bits = 0x7f800000U;
        if (found.too_large) __moirai_set_errno(ERANGE);
    } else {
        parts.bits = (unsigned int) found.mantissa;
        if (found.mantissa >> 23 != 0) parts.bits += (unsigned int) (found.exponent + 149) << 23;
        else if (found.inexact) __moirai_set_errno(ERANGE);
    }
    if (negative) parts.bits |= 1U << 31;
    return parts.number;
}

double atof(const char *text) {
    return strtod(text, NULL);
}
