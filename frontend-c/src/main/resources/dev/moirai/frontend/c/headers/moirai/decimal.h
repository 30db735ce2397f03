#ifndef _MOIRAI_DECIMAL_H
#define _MOIRAI_DECIMAL_H
/*
 * A number that is not negative, exactly, in base 10^9. Limb i counts 10^(9 * (__MOIRAI_POINT - i)); limbs before first and
 * after last are zero and not stored. There is room for every double and for what strtod keeps of a text.
 */
#define __MOIRAI_POINT 47
#define __MOIRAI_BASE 1000000000U

struct __moirai_decimal {
    unsigned int limb[320];
    int first;
    int last;
};

/* Multiplies by a power of two; the exponent may be negative. */
void __moirai_decimal_scale(struct __moirai_decimal *number, int exponent);

/* The digit that counts 10^position. */
int __moirai_decimal_digit(const struct __moirai_decimal *number, int position);

/* The position of the highest digit that is not zero; 0 for zero. */
int __moirai_decimal_top(const struct __moirai_decimal *number);

/* Whether any digit below the position is not zero. */
int __moirai_decimal_rest(const struct __moirai_decimal *number, int position);
#endif
