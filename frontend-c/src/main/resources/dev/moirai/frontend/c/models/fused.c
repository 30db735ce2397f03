/* Multiplying and adding with one rounding, and the exponents of numbers. */

#include <errno.h>
#include <limits.h>
#include <math.h>

typedef union {
    double number;
    unsigned long long bits;
} parts;

/* A number of 128 bits. */
struct pair {
    unsigned long long high;
    unsigned long long low;
};

/* A finite number that is not zero: so many times 2^exponent, with 53 bits. */
static unsigned long long taken_apart(double x, int *exponent) {
    parts p;
    p.number = x;
    unsigned long long mantissa = p.bits & 0xfffffffffffffULL;
    *exponent = (int) (p.bits >> 52 & 0x7ff);
    if (*exponent != 0) mantissa |= 1ULL << 52;
    else *exponent = 1;
    while ((mantissa >> 52) == 0) {
        mantissa <<= 1;
        --*exponent;
    }
    *exponent -= 1075;
    return mantissa;
}

static struct pair product(unsigned long long x, unsigned long long y) {
    unsigned long long a = x >> 32, b = x & 0xffffffff, c = y >> 32, d = y & 0xffffffff;
    unsigned long long middle = a * d + (b * d >> 32);
    unsigned long long other = b * c + (middle & 0xffffffff);
    struct pair result = {a * c + (middle >> 32) + (other >> 32), other << 32 | (b * d & 0xffffffff)};
    return result;
}

static struct pair left(struct pair x, int bits) {
    struct pair result = {x.high << bits | x.low >> (64 - bits), x.low << bits};
    return result;
}

/* The lowest bit tells whether any bit was lost. */
static struct pair right(struct pair x, int bits) {
    struct pair result = {0, (x.high | x.low) != 0};
    if (bits == 0) return x;
    if (bits >= 128) return result;
    if (bits >= 64) {
        int rest = bits - 64;
        unsigned long long lost = x.low | (rest == 0 ? 0 : x.high << (64 - rest));
        result.low = x.high >> rest | (lost != 0);
        return result;
    }
    result.high = x.high >> bits;
    result.low = x.high << (64 - bits) | x.low >> bits | (x.low << (64 - bits) != 0);
    return result;
}

static int less(struct pair x, struct pair y) {
    return x.high < y.high || (x.high == y.high && x.low < y.low);
}

static struct pair difference(struct pair x, struct pair y) {
    struct pair result = {x.high - y.high - (x.low < y.low), x.low - y.low};
    return result;
}

static struct pair sum(struct pair x, struct pair y) {
    struct pair result = {x.high + y.high, x.low + y.low};
    result.high += result.low < x.low;
    return result;
}

/* So many times 2^exponent, to the nearest double; the highest bit is set, and the lowest may stand for bits that were lost. */
static double nearest(unsigned long long mantissa, int exponent, int negative) {
    parts p;
    int top = exponent + 63;
    p.bits = (unsigned long long) negative << 63;
    if (top > 1023) {
        p.bits |= 0x7ffULL << 52;
        return p.number;
    }
    int dropped = top >= -1022 ? 11 : 11 - 1022 - top;
    if (dropped > 64) return p.number;
    unsigned long long kept = dropped == 64 ? 0 : mantissa >> dropped;
    unsigned long long rest = dropped == 64 ? mantissa : mantissa << (64 - dropped);
    if (rest > 1ULL << 63 || (rest == 1ULL << 63 && (kept & 1) != 0)) kept++;
    /* The bit that is not stored counts one in the exponent, and so does a carry. */
    p.bits += (top >= -1022 ? (unsigned long long) (top + 1022) << 52 : 0) + kept;
    return p.number;
}

double fma(double x, double y, double z) {
    if (x - x != 0 || y - y != 0 || x == 0 || y == 0) return x * y + z;
    if (z - z != 0) return z;
    if (z == 0) return x * y;
    int ex, ey, exponent, ez;
    unsigned long long mx = taken_apart(x, &ex), my = taken_apart(y, &ey), mz = taken_apart(z, &ez);
    int negative = __moirai_signbit(x) != __moirai_signbit(y), other = __moirai_signbit(z);
    /* Both with their highest bit among bits 124 to 126. */
    struct pair p = left(product(mx, my), 20);
    struct pair q = {mz << 8, 0};
    exponent = ex + ey - 20;
    ez -= 72;
    if (ez > exponent) {
        p = right(p, ez - exponent);
        exponent = ez;
    } else {
        q = right(q, exponent - ez);
    }
    struct pair r;
    if (negative == other) {
        r = sum(p, q);
    } else if (less(p, q)) {
        r = difference(q, p);
        negative = other;
    } else {
        r = difference(p, q);
    }
    if ((r.high | r.low) == 0) return 0.0;
    while ((r.high >> 63) == 0) {
        r = left(r, 1);
        exponent--;
    }
    return nearest(r.high | (r.low != 0), exponent + 64, negative);
}

/* The product is exact as a double. Where the sum is not, it is made odd, so that the second rounding does no harm. */
float fmaf(float x, float y, float z) {
    double product = (double) x * y;
    parts p;
    p.number = product + z;
    if (p.number - p.number != 0 || (p.bits & 1) != 0) return (float) p.number;
    double part = p.number - product;
    double lost = (product - (p.number - part)) + (z - part);
    if (lost != 0) p.bits += (lost > 0) == (p.number > 0) ? 1 : -1ULL;
    return (float) p.number;
}

static int exponent_of(double x) {
    int exponent;
    taken_apart(x, &exponent);
    return exponent + 52;
}

int ilogb(double x) {
    if (x == 0 || x - x != 0) {
        errno = EDOM;
        return x == 0 || x != x ? INT_MIN : INT_MAX;
    }
    return exponent_of(x);
}

int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
    if (x == 0) return -HUGE_VAL;
    return x - x != 0 ? x * x : exponent_of(x);
}

float logbf(float x) { return (float) logb(x); }
double scalbln(double x, long exponent) {
    return scalbn(x, exponent > 100000 ? 100000 : exponent < -100000 ? -100000 : (int) exponent);
}
