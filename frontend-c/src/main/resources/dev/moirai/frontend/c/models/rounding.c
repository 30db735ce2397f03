/* Roundings and parts of numbers, which IEEE 754 fixes to the last bit. The rounding mode is to nearest. */

#include <math.h>

typedef union {
    double number;
    unsigned long long bits;
} parts;

#define WHOLE 4503599627370496.0
#define EXPONENT(p) ((int) ((p).bits >> 52 & 0x7ff))

double rint(double x) {
    if (!(fabs(x) < WHOLE)) return x;
    double moved = __moirai_signbit(x) ? x - WHOLE + WHOLE : x + WHOLE - WHOLE;
    return copysign(moved, x);
}

double nearbyint(double x) { return rint(x); }
float rintf(float x) { return (float) rint(x); }
float nearbyintf(float x) { return (float) rint(x); }
float roundf(float x) { return (float) round(x); }

/* What does not fit is the least number, as the machine makes it. */
static long long integer(double x) {
    return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (long long) x : (long long) (1ULL << 63);
}

static long word(double x) {
    if (sizeof(long) == 8) return (long) integer(x);
    return x >= -2147483648.0 && x < 2147483648.0 ? (long) x : (long) (1UL << (8 * sizeof(long) - 1));
}

long lrint(double x) { return word(rint(x)); }
long lrintf(float x) { return word(rint(x)); }
long long llrint(double x) { return integer(rint(x)); }
long long llrintf(float x) { return integer(rint(x)); }
long lround(double x) { return word(round(x)); }
long lroundf(float x) { return word(round(x)); }
long long llround(double x) { return integer(round(x)); }
long long llroundf(float x) { return integer(round(x)); }

float fmodf(float x, float y) { return (float) fmod(x, y); }

double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(fabs(x) == HUGE_VAL ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole) {
    *whole = truncf(x);
    return (float) copysign(fabsf(x) == HUGE_VALF ? 0.0 : x - *whole, x);
}

double frexp(double x, int *exponent) {
    parts p;
    p.number = x;
    *exponent = 0;
    if (x == 0 || EXPONENT(p) == 0x7ff) return x;
    if (EXPONENT(p) == 0) {
        p.number = x * 18014398509481984.0;
        *exponent = -54;
    }
    *exponent += EXPONENT(p) - 1022;
    p.bits = (p.bits & 0x800fffffffffffffULL) | 0x3fe0000000000000ULL;
    return p.number;
}

float frexpf(float x, int *exponent) { return (float) frexp(x, exponent); }

/* By powers of two that are exact; only the last step may round. */
double ldexp(double x, int exponent) {
    parts p;
    if (exponent > 4200) exponent = 4200;
    if (exponent < -4200) exponent = -4200;
    for (; exponent > 1023; exponent -= 1023) {
        p.bits = 0x7fe0000000000000ULL;
        x *= p.number;
    }
    /* Small numbers keep their last bits until the end: 2^-969 leaves 53 of them. */
    for (; exponent < -1022; exponent += 969) {
        p.bits = 0x0360000000000000ULL;
        x *= p.number;
    }
    p.bits = (unsigned long long) (exponent + 1023) << 52;
    return x * p.number;
}

double scalbn(double x, int exponent) { return ldexp(x, exponent); }

double nextafter(double x, double y) {
    parts p;
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    p.number = x;
    if (x == 0) {
        p.bits = 1;
        return copysign(p.number, y);
    }
    if ((x < y) == (x > 0)) p.bits++;
    else p.bits--;
    return p.number;
}

double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0.0; }
