/* Exact decimal numbers: what printf and strtod of doubles have in common. */

#include <moirai/decimal.h>

static void __moirai_decimal_twice(struct __moirai_decimal *number, int bits) {
    unsigned long long carry = 0;
    for (int i = number->last; i >= number->first; i--) {
        unsigned long long limb = ((unsigned long long) number->limb[i] << bits) + carry;
        number->limb[i] = (unsigned int) (limb % __MOIRAI_BASE);
        carry = limb / __MOIRAI_BASE;
    }
    if (carry != 0) number->limb[--number->first] = (unsigned int) carry;
    while (number->last > number->first && number->limb[number->last] == 0) number->last--;
}

/* At most nine bits: 2^9 divides 10^9. */
static void __moirai_decimal_halve(struct __moirai_decimal *number, int bits) {
    unsigned int rest = 0;
    for (int i = number->first; i <= number->last; i++) {
        unsigned int limb = number->limb[i];
        number->limb[i] = (limb >> bits) + rest;
        rest = (__MOIRAI_BASE >> bits) * (limb & ((1U << bits) - 1));
    }
    if (rest != 0) number->limb[++number->last] = rest;
    while (number->first < number->last && number->limb[number->first] == 0) number->first++;
    while (number->last > number->first && number->limb[number->last] == 0) number->last--;
}

void __moirai_decimal_scale(struct __moirai_decimal *number, int exponent) {
    while (exponent > 0) {
        int bits = exponent < 29 ? exponent : 29;
        __moirai_decimal_twice(number, bits);
        exponent -= bits;
    }
    while (exponent < 0) {
        int bits = exponent > -9 ? -exponent : 9;
        __moirai_decimal_halve(number, bits);
        exponent += bits;
    }
}

int __moirai_decimal_digit(const struct __moirai_decimal *number, int position) {
    int up = position >= 0 ? position / 9 : -((8 - position) / 9);
    int i = __MOIRAI_POINT - up;
    if (i < number->first || i > number->last) return 0;
    unsigned int limb = number->limb[i];
    for (int below = position - 9 * up; below > 0; below--) limb /= 10;
    return (int) (limb % 10);
}

int __moirai_decimal_top(const struct __moirai_decimal *number) {
    unsigned int limb = number->limb[number->first];
    if (limb == 0) return 0;
    int top = 9 * (__MOIRAI_POINT - number->first);
    for (; limb >= 10; limb /= 10) top++;
    return top;
}

int __moirai_decimal_rest(const struct __moirai_decimal *number, int position) {
    int up = position >= 0 ? position / 9 : -((8 - position) / 9);
    int i = __MOIRAI_POINT - up;
    if (i < number->first) return number->limb[number->first] != 0;
    if (i > number->last) return 0;
    /* The last limb is not zero unless the number is. */
    if (i < number->last) return 1;
    unsigned int power = 1;
    for (int below = position - 9 * up; below > 0; below--) power *= 10;
    return number->limb[i] % power != 0;
}
