/* Functions whose values IEEE 754 fixes to the last bit. */

#include <errno.h>

typedef union {
    double number;
    unsigned long long bits;
} __moirai_double;

typedef union {
    float number;
    unsigned int bits;
} __moirai_float;

/* From here on every double is a whole number. */
#define __MOIRAI_WHOLE 4503599627370496.0

static double __moirai_fabs(double x) {
    __moirai_double d;
    d.number = x;
    d.bits &= 0x7fffffffffffffffULL;
    return d.number;
}

static double __moirai_copysign(double x, double y) {
    __moirai_double d;
    __moirai_double s;
    d.number = x;
    s.number = y;
    d.bits = (d.bits & 0x7fffffffffffffffULL) | (s.bits & 0x8000000000000000ULL);
    return d.number;
}

static double __moirai_trunc(double x) {
    /* Written so that a NaN takes the first way. */
    if (!(__moirai_fabs(x) < __MOIRAI_WHOLE)) return x;
    return __moirai_copysign((double) (long long) x, x);
}

static double __moirai_floor(double x) {
    double whole = __moirai_trunc(x);
    return whole > x ? whole - 1.0 : whole;
}

static double __moirai_ceil(double x) {
    double whole = __moirai_trunc(x);
    return __moirai_copysign(whole < x ? whole + 1.0 : whole, x);
}

int __moirai_signbit(double x) {
    __moirai_double d;
    d.number = x;
    return (int) (d.bits >> 63);
}

double fabs(double x) {
    return __moirai_fabs(x);
}

float fabsf(float x) {
    __moirai_float f;
    f.number = x;
    f.bits &= 0x7fffffffU;
    return f.number;
}

double copysign(double x, double y) {
    return __moirai_copysign(x, y);
}

float copysignf(float x, float y) {
    return (float) __moirai_copysign(x, y);
}

double trunc(double x) {
    return __moirai_trunc(x);
}

float truncf(float x) {
    return (float) __moirai_trunc(x);
}

double floor(double x) {
    return __moirai_floor(x);
}

float floorf(float x) {
    return (float) __moirai_floor(x);
}

double ceil(double x) {
    return __moirai_ceil(x);
}

float ceilf(float x) {
    return (float) __moirai_ceil(x);
}

/* Halves go away from zero. */
double round(double x) {
    double whole = __moirai_trunc(x);
    if (__moirai_fabs(x - whole) >= 0.5) whole += __moirai_copysign(1.0, x);
    return whole;
}

double fmin(double x, double y) {
    if (x != x) return y;
    if (y != y) return x;
    return y < x ? y : x;
}

double fmax(double x, double y) {
    if (x != x) return y;
    if (y != y) return x;
    return y > x ? y : x;
}

float fminf(float x, float y) {
    if (x != x) return y;
    if (y != y) return x;
    return y < x ? y : x;
}

float fmaxf(float x, float y) {
    if (x != x) return y;
    if (y != y) return x;
    return y > x ? y : x;
}

/* The root digit by digit, one bit more than fits, then rounded to nearest even. */
static double __moirai_sqrt(double x) {
    __moirai_double d;
    d.number = x;
    if (x != x || x == 0.0 || d.bits == 0x7ff0000000000000ULL) return x;
    if (x < 0.0) return (x - x) / (x - x);
    int exponent = (int) (d.bits >> 52);
    unsigned long long fraction = d.bits & 0xfffffffffffffULL;
    if (exponent == 0) {
        /* Subnormal. */
        exponent = 1;
        while ((fraction & 0x10000000000000ULL) == 0) {
            fraction <<= 1;
            exponent--;
        }
    } else {
        fraction |= 0x10000000000000ULL;
    }
    exponent -= 1023;
    if ((exponent & 1) != 0) {
        fraction <<= 1;
        exponent--;
    }
    unsigned long long root = 0;
    unsigned long long sum = 0;
    unsigned long long rest = fraction << 1;
    for (unsigned long long digit = 0x20000000000000ULL; digit != 0; digit >>= 1) {
        unsigned long long next = sum + digit;
        if (next <= rest) {
            sum = next + digit;
            rest -= next;
            root += digit;
        }
        rest <<= 1;
    }
    if (rest != 0) root += root & 1;
    d.bits = (root >> 1) + ((unsigned long long) (exponent / 2 + 1022) << 52);
    return d.number;
}

double sqrt(double x) {
    if (x < 0.0) errno = EDOM;
    return __moirai_sqrt(x);
}

/* A root has too few bits for rounding twice to differ from rounding once. */
float sqrtf(float x) {
    if (x < 0.0f) errno = EDOM;
    return (float) __moirai_sqrt(x);
}

/* By long division: each difference is exact. */
double fmod(double x, double y) {
    double rest = __moirai_fabs(x);
    double by = __moirai_fabs(y);
    if (x != x || y != y) return x + y;
    if (by == 0.0 || rest - rest != 0.0) {
        errno = EDOM;
        return (x * y) / (x * y);
    }
    while (rest >= by) {
        double part = by;
        while (part <= rest / 2.0) part *= 2.0;
        rest -= part;
    }
    return __moirai_copysign(rest, x);
}

double difftime(long later, long earlier) {
    return (double) later - (double) earlier;
}

double remainder(double x, double y) {
    double by = __moirai_fabs(y);
    if (x != x || y != y || by == 0.0 || x - x != 0.0) return (x * y) / (x * y);
    double rest = by <= 0x1p1022 ? fmod(__moirai_fabs(x), by + by) : __moirai_fabs(x);
    if (by < 0x1p-1021) {
        if (rest + rest > by) {
            rest -= by;
            if (rest + rest >= by) rest -= by;
        }
    } else if (rest > 0.5 * by) {
        rest -= by;
        if (rest >= 0.5 * by) rest -= by;
    }
    return __moirai_signbit(x) ? -rest : rest;
}
