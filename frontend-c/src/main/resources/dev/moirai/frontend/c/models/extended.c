/* long double of x86, computed with integers: 64 bits of significand, the first one written, then 15 of exponent and the
   sign. Results are rounded to the nearest, halves to even. */

typedef unsigned __int128 u128;
typedef unsigned long long u64;

#define BIAS 16383
#define SPECIAL 0x7fff
#define TOP (1ull << 63)
#define QUIET (1ull << 62)

u64 __moirai_upper_product(u64 a, u64 b);

static int sign_of(u128 a) { return (int)(a >> 79) & 1; }
static int exponent_of(u128 a) { return (int)(a >> 64) & SPECIAL; }
static u128 packed(int sign, int exponent, u64 significand) {
    return (u128)(u64)(sign << 15 | exponent) << 64 | significand;
}
static int is_special(u128 a) { return exponent_of(a) == SPECIAL; }
static int is_nan(u128 a) { return is_special(a) && (u64)a << 1; }
static int is_infinite(u128 a) { return is_special(a) && !((u64)a << 1); }
static u128 no_number(void) { return packed(1, SPECIAL, QUIET | TOP); }

/* What an operation yields of which an operand is no number. Of two the quiet one is kept, then the one with the larger
   significand, then the positive one (Intel's manual, volume 1, table 4-7). */
static u128 kept_nan(u128 a, u128 b) {
    u64 x = (u64)a, y = (u64)b;
    int first = !is_nan(b) ? 1
        : !is_nan(a) ? 0
        : (x & QUIET) != (y & QUIET) ? (x & QUIET) != 0
        : x != y ? x > y : !sign_of(a);
    return (first ? a : b) | QUIET;
}

/* Shifts to the right; the last bit is set if something but zeros is lost. */
static u128 shifted_down(u128 a, int by) {
    if (by == 0) return a;
    if (by > 127) return a != 0;
    u128 down = a >> by;
    return down << by == a ? down : down | 1;
}

/* How far the value, which is not zero, must be shifted to the left until its first bit is set. */
static int leading_zeros(u128 value) {
    int zeros = 0;
    u64 word = (u64)(value >> 64);
    if (!word) { zeros = 64; word = (u64)value; }
    if (!(word >> 32)) { zeros += 32; word <<= 32; }
    if (!(word >> 48)) { zeros += 16; word <<= 16; }
    if (!(word >> 56)) { zeros += 8; word <<= 8; }
    if (!(word >> 60)) { zeros += 4; word <<= 4; }
    if (!(word >> 62)) { zeros += 2; word <<= 2; }
    if (!(word >> 63)) zeros += 1;
    return zeros;
}

/* The number whose significand is the value, with its point behind the first of the 128 bits. */
static u128 rounded(int sign, int exponent, u128 value) {
    if (!value) return packed(sign, 0, 0);
    int zeros = leading_zeros(value);
    value = value << zeros;
    exponent -= zeros;
    if (exponent < 1) {
        value = shifted_down(value, 1 - exponent);
        exponent = 0;
    }
    u64 high = (u64)(value >> 64), low = (u64)value;
    if (low > TOP || low == TOP && high & 1) {
        high++;
        if (!high) { high = TOP; exponent++; }
        else if (exponent == 0 && high >> 63) exponent = 1;
    }
    return exponent >= SPECIAL ? packed(sign, SPECIAL, TOP) : packed(sign, exponent, high);
}

u128 __moirai_extended_add(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return kept_nan(a, b);
    int sa = sign_of(a), sb = sign_of(b);
    if (is_special(a)) return is_special(b) && sa != sb ? no_number() : a;
    if (is_special(b)) return b;
    int ea = exponent_of(a), eb = exponent_of(b);
    if (ea < 1) ea = 1;
    if (eb < 1) eb = 1;
    u128 x = (u128)(u64)a << 64, y = (u128)(u64)b << 64;
    if (ea < eb || ea == eb && x < y) {
        u128 value = x;
        x = y;
        y = value;
        int number = ea;
        ea = eb;
        eb = number;
        number = sa;
        sa = sb;
        sb = number;
    }
    /* One bit of room for the carry; a bit that falls out at the end is kept in mind. */
    x = x >> 1;
    y = shifted_down(y >> 1, ea - eb);
    u128 value = sa == sb ? x + y : x - y;
    if (!value) return packed(sa & sb, 0, 0);
    return rounded(sa, ea + 1, value);
}

/* What is no number keeps its sign. */
u128 __moirai_extended_subtract(u128 a, u128 b) {
    return __moirai_extended_add(a, is_nan(b) ? b : b ^ (u128) 1 << 79);
}

u128 __moirai_extended_multiply(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return kept_nan(a, b);
    int sign = sign_of(a) ^ sign_of(b);
    u64 x = (u64)a, y = (u64)b;
    if (is_special(a) || is_special(b)) {
        return !is_special(a) && !x || !is_special(b) && !y ? no_number() : packed(sign, SPECIAL, TOP);
    }
    int ea = exponent_of(a), eb = exponent_of(b);
    if (ea < 1) ea = 1;
    if (eb < 1) eb = 1;
    u128 product = (u128)__moirai_upper_product(x, y) << 64 | x * y;
    return rounded(sign, ea + eb - BIAS + 1, product);
}

u128 __moirai_extended_divide(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return kept_nan(a, b);
    int sign = sign_of(a) ^ sign_of(b);
    if (is_special(a)) return is_special(b) ? no_number() : packed(sign, SPECIAL, TOP);
    if (is_special(b)) return packed(sign, 0, 0);
    u64 x = (u64)a, y = (u64)b;
    if (!y) return x ? packed(sign, SPECIAL, TOP) : no_number();
    if (!x) return packed(sign, 0, 0);
    int ea = exponent_of(a), eb = exponent_of(b);
    if (ea < 1) ea = 1;
    if (eb < 1) eb = 1;
    int zeros = leading_zeros(x) - 64;
    x = x << zeros;
    ea -= zeros;
    zeros = leading_zeros(y) - 64;
    y = y << zeros;
    eb -= zeros;
    /* 67 bits of the quotient, from the one before the point on. */
    u128 rest = x, quotient = 0;
    for (int i = 0; i < 67; i++) {
        quotient = quotient << 1;
        if (rest >= y) {
            rest = rest - y;
            quotient = quotient | 1;
        }
        rest = rest << 1;
    }
    if (rest) quotient = quotient | 1;
    return rounded(sign, ea - eb + BIAS + 61, quotient);
}

int __moirai_extended_order(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return 2;
    u64 x = (u64)a, y = (u64)b;
    if (!x && !y && !exponent_of(a) && !exponent_of(b)) return 0;
    int sa = sign_of(a), sb = sign_of(b);
    if (sa != sb) return sa ? -1 : 1;
    int ea = exponent_of(a), eb = exponent_of(b);
    if (ea == eb && x == y) return 0;
    int less = ea < eb || ea == eb && x < y;
    return less != sa ? -1 : 1;
}

/* ---- conversions */

u128 __moirai_unsigned_to_extended(u128 a) { return rounded(0, BIAS + 127, a); }

u128 __moirai_signed_to_extended(__int128 a) {
    return a < 0 ? rounded(1, BIAS + 127, -(u128)a) : rounded(0, BIAS + 127, a);
}

u128 __moirai_double_to_extended(double number) {
    union { double number; u64 bits; } as;
    as.number = number;
    int sign = (int)(as.bits >> 63), exponent = (int)(as.bits >> 52) & 0x7ff;
    u64 fraction = as.bits << 12 >> 12;
    if (exponent == 0x7ff) return packed(sign, SPECIAL, TOP | fraction << 11 | (fraction ? 1ull << 62 : 0));
    if (exponent) fraction = fraction | 1ull << 52;
    else exponent = 1;
    return rounded(sign, exponent - 1023 + BIAS + 11, (u128)fraction << 64);
}

u128 __moirai_float_to_extended(float number) { return __moirai_double_to_extended(number); }

/* The bits of an IEEE number with so many bits of fraction, from a significand as rounded() takes it. */
static u64 narrowed(int exponent, u128 value, int fraction, int bias) {
    if (!value) return 0;
    int zeros = leading_zeros(value);
    value = value << zeros;
    exponent = exponent - zeros - BIAS + bias;
    int down = 63 - fraction;
    if (exponent < 1) {
        down = down + 1 - exponent;
        exponent = 0;
    }
    value = shifted_down(value, down);
    u64 high = (u64)(value >> 64), low = (u64)value;
    if (low > TOP || low == TOP && high & 1) high++;
    /* A carry out of the fraction raises the exponent. */
    u64 bits = exponent ? ((u64)(exponent - 1) << fraction) + high : high;
    u64 infinity = (u64)(2 * bias + 1) << fraction;
    return exponent > 2 * bias || bits > infinity ? infinity : bits;
}

static double as_double(int sign, u64 bits) {
    union { double number; u64 bits; } as;
    as.bits = bits | (u64)sign << 63;
    return as.number;
}

static float as_float(int sign, u64 bits) {
    union { float number; unsigned bits; } as;
    as.bits = (unsigned)bits | (unsigned)sign << 31;
    return as.number;
}

double __moirai_extended_to_double(u128 a) {
    u64 special = 0x7ffull << 52;
    if (is_special(a)) return as_double(sign_of(a), (u64)a << 1 ? special | 1ull << 51 | (u64)a << 1 >> 12 : special);
    return as_double(sign_of(a), narrowed(exponent_of(a), (u128)(u64)a << 64, 52, 1023));
}

float __moirai_extended_to_float(u128 a) {
    u64 special = 0xffull << 23;
    if (is_special(a)) return as_float(sign_of(a), (u64)a << 1 ? special | 1ull << 22 | (u64)a << 1 >> 41 : special);
    return as_float(sign_of(a), narrowed(exponent_of(a), (u128)(u64)a << 64, 23, 127));
}

double __moirai_unsigned_to_double(u128 a) { return as_double(0, narrowed(BIAS + 127, a, 52, 1023)); }
float __moirai_unsigned_to_float(u128 a) { return as_float(0, narrowed(BIAS + 127, a, 23, 127)); }

double __moirai_signed_to_double(__int128 a) {
    return as_double(a < 0, narrowed(BIAS + 127, a < 0 ? -(u128)a : (u128)a, 52, 1023));
}

float __moirai_signed_to_float(__int128 a) {
    return as_float(a < 0, narrowed(BIAS + 127, a < 0 ? -(u128)a : (u128)a, 23, 127));
}

/* Without its fraction; what does not fit is undefined in C. */
__int128 __moirai_extended_to_integer(u128 a) {
    int up = exponent_of(a) - BIAS - 63;
    u64 significand = (u64)a;
    if (up > 64) return (u128)TOP << 64;
    u128 size = up >= 0 ? (u128)significand << up : up > -64 ? significand >> -up : 0;
    return sign_of(a) ? -size : size;
}
