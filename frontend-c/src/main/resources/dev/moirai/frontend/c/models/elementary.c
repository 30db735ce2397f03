/*
 * Functions whose values have endlessly many digits: the nearest double, up to about one case in 2^40. glibc promises less (an
 * error below one unit in the last place), and mostly gives the same.
 *
 * Everything is computed with pairs of doubles, whose sum has twice as many digits (T. J. Dekker, "A floating-point technique
 * for extending the available precision", Numerische Mathematik 18, 1971).
 */

#include <errno.h>
#include <math.h>

/* From here on quarters of a circle cannot be counted. */
#define __MOIRAI_LARGE_ANGLE 0x1p51

void __moirai_unknown(const char *what);

/* The first is the sum, rounded; the second is what is missing. */
struct __moirai_pair {
    double high;
    double low;
};

typedef struct __moirai_pair pair;

static pair __moirai_make(double high, double low) {
    pair p = {high, low};
    return p;
}

/* The larger comes first. */
static pair __moirai_quick_sum(double a, double b) {
    double sum = a + b;
    return __moirai_make(sum, b - (sum - a));
}

static pair __moirai_sum(double a, double b) {
    double sum = a + b;
    double of_b = sum - a;
    return __moirai_make(sum, (a - (sum - of_b)) + (b - of_b));
}

static pair __moirai_product(double a, double b) {
    double product = a * b;
    double t = 134217729.0 * a;
    double a_high = t - (t - a);
    double a_low = a - a_high;
    t = 134217729.0 * b;
    double b_high = t - (t - b);
    double b_low = b - b_high;
    return __moirai_make(product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low);
}

static pair __moirai_add(pair a, pair b) {
    pair high = __moirai_sum(a.high, b.high);
    pair low = __moirai_sum(a.low, b.low);
    high = __moirai_quick_sum(high.high, high.low + low.high);
    return __moirai_quick_sum(high.high, high.low + low.low);
}

static pair __moirai_negated(pair a) {
    return __moirai_make(-a.high, -a.low);
}

static pair __moirai_times(pair a, pair b) {
    pair p = __moirai_product(a.high, b.high);
    return __moirai_quick_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static pair __moirai_by(pair a, pair b) {
    double first = a.high / b.high;
    pair rest = __moirai_add(a, __moirai_negated(__moirai_times(b, __moirai_make(first, 0.0))));
    double second = rest.high / b.high;
    rest = __moirai_add(rest, __moirai_negated(__moirai_times(b, __moirai_make(second, 0.0))));
    pair q = __moirai_quick_sum(first, second);
    return __moirai_add(q, __moirai_make(rest.high / b.high, 0.0));
}

static pair __moirai_root(pair a) {
    if (a.high == 0.0) return a;
    double first = sqrt(a.high);
    pair rest = __moirai_add(a, __moirai_negated(__moirai_product(first, first)));
    return __moirai_quick_sum(first, rest.high / (2.0 * first));
}

static const pair __moirai_one = {1.0, 0.0};
static const pair __moirai_ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const pair __moirai_ln10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};
static const pair __moirai_half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const pair __moirai_pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

static double __moirai_domain(void) {
    double zero = 0.0;
    errno = EDOM;
    return zero / zero;
}

static double __moirai_range(double value) {
    errno = ERANGE;
    return value;
}

/* ---- powers and logarithms --------------------------------------------------------------------------------------- */

/* e to the power of a small number, by its series. */
static pair __moirai_small_exp(pair x) {
    pair sum = __moirai_one;
    for (int n = 27; n > 0; n--) {
        sum = __moirai_add(__moirai_one, __moirai_by(__moirai_times(x, sum), __moirai_make(n, 0.0)));
    }
    return sum;
}

/* e to this power, as a pair to be multiplied by two to a power. */
static pair __moirai_exp(pair x, int *exponent) {
    double k = rint(x.high * 0x1.71547652b82fep+0);
    *exponent = (int) k;
    pair reduced = __moirai_add(x, __moirai_product(-k, 0x1.62e42fefa39efp-1));
    reduced = __moirai_add(reduced, __moirai_product(-k, 0x1.abc9e3b39803fp-56));
    reduced = __moirai_add(reduced, __moirai_make(-k * 0x1.7b57a079a1934p-111, 0.0));
    return __moirai_small_exp(reduced);
}

static double __moirai_rounded_exp(pair x) {
    if (x.high > 710.0) return __moirai_range(HUGE_VAL);
    if (x.high < -746.0) return __moirai_range(0.0);
    int exponent;
    pair power = __moirai_exp(x, &exponent);
    double result = ldexp(power.high, exponent);
    return result == 0.0 || result - result != 0.0 ? __moirai_range(result) : result;
}

double exp(double x) {
    if (x != x) return x;
    if (x - x != 0.0) return x > 0.0 ? x : 0.0;
    return __moirai_rounded_exp(__moirai_make(x, 0.0));
}

double exp2(double x) {
    if (x != x) return x;
    if (x > 1024.0) return x - x != 0.0 ? x : __moirai_range(HUGE_VAL);
    if (x < -1076.0) return x - x != 0.0 ? 0.0 : __moirai_range(0.0);
    double whole = floor(x);
    pair power = __moirai_small_exp(__moirai_times(__moirai_make(x - whole, 0.0), __moirai_ln2));
    return ldexp(power.high, (int) whole);
}

/* The logarithm of a positive number: ln m = 2 artanh((m - 1) / (m + 1)), m near 1. */
static pair __moirai_log(pair x) {
    int exponent;
    double mantissa = frexp(x.high, &exponent);
    if (mantissa < 0.70710678118654752) exponent--;
    pair m = __moirai_make(ldexp(x.high, -exponent), ldexp(x.low, -exponent));
    pair s = __moirai_by(__moirai_add(m, __moirai_make(-1.0, 0.0)), __moirai_add(m, __moirai_one));
    pair square = __moirai_times(s, s);
    pair sum = __moirai_make(0.0, 0.0);
    for (int n = 45; n > 0; n -= 2) {
        sum = __moirai_add(__moirai_times(square, sum), __moirai_by(__moirai_one, __moirai_make(n, 0.0)));
    }
    sum = __moirai_times(__moirai_make(2.0 * s.high, 2.0 * s.low), sum);
    return __moirai_add(__moirai_times(__moirai_make(exponent, 0.0), __moirai_ln2), sum);
}

/* Whether a logarithm is not to be computed; then its value. */
static int __moirai_no_log(double x, double *value) {
    if (x == 0.0) *value = __moirai_range(-HUGE_VAL);
    else if (x < 0.0) *value = __moirai_domain();
    else if (x - x != 0.0) *value = x;
    else return 0;
    return 1;
}

double log(double x) {
    double value;
    return __moirai_no_log(x, &value) ? value : __moirai_log(__moirai_make(x, 0.0)).high;
}

double log2(double x) {
    double value;
    return __moirai_no_log(x, &value) ? value : __moirai_by(__moirai_log(__moirai_make(x, 0.0)), __moirai_ln2).high;
}

double log10(double x) {
    double value;
    return __moirai_no_log(x, &value) ? value : __moirai_by(__moirai_log(__moirai_make(x, 0.0)), __moirai_ln10).high;
}

double log1p(double x) {
    double value;
    if (fabs(x) < 0x1p-54) return x;
    return __moirai_no_log(1.0 + x, &value) ? value : __moirai_log(__moirai_sum(1.0, x)).high;
}

/* A whole power by multiplications; squares are exact, so that ties are seen. */
static pair __moirai_whole_power(double x, int count) {
    pair power = __moirai_one;
    pair factor = __moirai_make(x, 0.0);
    for (; count > 0; count >>= 1) {
        if ((count & 1) != 0) power = __moirai_times(power, factor);
        factor = __moirai_times(factor, factor);
    }
    return power;
}

static int __moirai_is_odd(double y) {
    return fabs(y) < 0x1p53 && fmod(fabs(y), 2.0) == 1.0;
}

/* With numbers that end the usual way. */
static double __moirai_plain_pow(double x, double y) {
    int small = floor(y) == y && fabs(y) <= 16.0 && x > 0x1p-40 && x < 0x1p40;
    if (small) {
        pair power = __moirai_whole_power(x, (int) fabs(y));
        return y < 0.0 ? __moirai_by(__moirai_one, power).high : power.high;
    }
    double estimate = y * __moirai_log(__moirai_make(x, 0.0)).high;
    if (estimate > 710.0) return __moirai_range(HUGE_VAL);
    if (estimate < -746.0) return __moirai_range(0.0);
    return __moirai_rounded_exp(__moirai_times(__moirai_make(y, 0.0), __moirai_log(__moirai_make(x, 0.0))));
}

double pow(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (x != x || y != y) return x + y;
    double size = fabs(x);
    if (y - y != 0.0) {
        if (size == 1.0) return 1.0;
        return (size > 1.0) == (y > 0.0) ? HUGE_VAL : 0.0;
    }
    int odd = __moirai_is_odd(y);
    if (size == 0.0 || size - size != 0.0) {
        double value = (size == 0.0) == (y > 0.0) ? 0.0 : HUGE_VAL;
        if (size == 0.0 && y < 0.0) errno = ERANGE;
        return odd ? copysign(value, x) : value;
    }
    if (x < 0.0 && floor(y) != y) return __moirai_domain();
    double value = __moirai_plain_pow(size, y);
    return x < 0.0 && odd ? -value : value;
}

double hypot(double x, double y) {
    if ((x - x != 0.0 && x == x) || (y - y != 0.0 && y == y)) return HUGE_VAL;
    if (x != x || y != y) return x + y;
    double large = fmax(fabs(x), fabs(y));
    if (large == 0.0) return 0.0;
    int exponent;
    frexp(large, &exponent);
    x = ldexp(x, -exponent);
    y = ldexp(y, -exponent);
    return ldexp(__moirai_root(__moirai_add(__moirai_product(x, x), __moirai_product(y, y))).high, exponent);
}

/* ---- angles ------------------------------------------------------------------------------------------------------ */

/* Takes quarters of a circle away; which quarter is the result. */
static int __moirai_quarter(double x, pair *rest) {
    if (fabs(x) >= __MOIRAI_LARGE_ANGLE) __moirai_unknown("the sine of an angle of more than 2 to the power of 51");
    double n = rint(x * 0x1.45f306dc9c883p-1);
    for (;;) {
        pair reduced = __moirai_add(__moirai_make(x, 0.0), __moirai_product(-n, 0x1.921fb54442d18p+0));
        reduced = __moirai_add(reduced, __moirai_product(-n, 0x1.1a62633145c07p-54));
        reduced = __moirai_add(reduced, __moirai_product(-n, -0x1.f1976b7ed8fbcp-110));
        reduced = __moirai_add(reduced, __moirai_product(-n, 0x1.4cf98e804177dp-164));
        *rest = reduced;
        if (reduced.high > 0.7854) n += 1.0;
        else if (reduced.high < -0.7854) n -= 1.0;
        else break;
    }
    int quarter = (int) fmod(n, 4.0);
    return quarter & 3;
}

/* x - x^3 / 3! + ..., or 1 - x^2 / 2! + ... */
static pair __moirai_wave(pair x, int odd) {
    pair square = __moirai_negated(__moirai_times(x, x));
    pair sum = __moirai_one;
    for (int n = odd ? 29 : 28; n > 1; n -= 2) {
        pair term = __moirai_by(__moirai_times(square, sum), __moirai_make((double) n * (n - 1), 0.0));
        sum = __moirai_add(__moirai_one, term);
    }
    return odd ? __moirai_times(x, sum) : sum;
}

/* The sine of the rest of an angle after so many quarters. */
static pair __moirai_sine(pair rest, int quarter) {
    pair value = __moirai_wave(rest, (quarter & 1) == 0);
    return (quarter & 2) != 0 ? __moirai_negated(value) : value;
}

double sin(double x) {
    pair rest;
    if (x - x != 0.0) return x == x ? __moirai_domain() : x;
    if (fabs(x) < 0x1p-27) return x;
    int quarter = __moirai_quarter(x, &rest);
    return __moirai_sine(rest, quarter).high;
}

double cos(double x) {
    pair rest;
    if (x - x != 0.0) return x == x ? __moirai_domain() : x;
    int quarter = __moirai_quarter(x, &rest);
    return __moirai_sine(rest, quarter + 1).high;
}

double tan(double x) {
    pair rest;
    if (x - x != 0.0) return x == x ? __moirai_domain() : x;
    if (fabs(x) < 0x1p-27) return x;
    int quarter = __moirai_quarter(x, &rest);
    return __moirai_by(__moirai_sine(rest, quarter), __moirai_sine(rest, quarter + 1)).high;
}

/* The angle of a positive slope: of larger ones a quarter less the angle of the inverse; halved twice, then the series. */
static pair __moirai_angle(pair up, pair right) {
    int steep = up.high > right.high;
    pair slope = steep ? __moirai_by(right, up) : __moirai_by(up, right);
    for (int i = 0; i < 2; i++) {
        pair root = __moirai_root(__moirai_add(__moirai_one, __moirai_times(slope, slope)));
        slope = __moirai_by(slope, __moirai_add(__moirai_one, root));
    }
    pair square = __moirai_negated(__moirai_times(slope, slope));
    pair sum = __moirai_make(0.0, 0.0);
    for (int n = 47; n > 0; n -= 2) {
        sum = __moirai_add(__moirai_times(square, sum), __moirai_by(__moirai_one, __moirai_make(n, 0.0)));
    }
    sum = __moirai_times(slope, sum);
    pair angle = __moirai_make(4.0 * sum.high, 4.0 * sum.low);
    return steep ? __moirai_add(__moirai_half_pi, __moirai_negated(angle)) : angle;
}

double atan(double x) {
    if (x != x || fabs(x) < 0x1p-27) return x;
    if (fabs(x) > 0x1p70) return copysign(__moirai_half_pi.high, x);
    return copysign(__moirai_angle(__moirai_make(fabs(x), 0.0), __moirai_one).high, x);
}

double atan2(double y, double x) {
    if (x != x || y != y) return x + y;
    double up = fabs(y);
    double right = fabs(x);
    pair angle;
    if (up - up != 0.0 || right - right != 0.0) {
        angle = up - up == 0.0 ? __moirai_make(0.0, 0.0)
            : right - right == 0.0 ? __moirai_half_pi
                                   : __moirai_make(0.5 * __moirai_half_pi.high, 0.5 * __moirai_half_pi.low);
    } else if (up == 0.0) {
        angle = __moirai_make(0.0, 0.0);
    } else if (right == 0.0) {
        angle = __moirai_half_pi;
    } else {
        int exponent;
        frexp(fmax(up, right), &exponent);
        up = ldexp(up, -exponent);
        right = ldexp(right, -exponent);
        if (up < 0x1p-70 && !__moirai_signbit(x)) return y / x;
        angle = up < 0x1p-200 ? __moirai_make(0.0, 0.0)
            : right < 0x1p-200 ? __moirai_half_pi
                               : __moirai_angle(__moirai_make(up, 0.0), __moirai_make(right, 0.0));
    }
    if (__moirai_signbit(x)) angle = __moirai_add(__moirai_pi, __moirai_negated(angle));
    return copysign(angle.high, y);
}

/* The other side of a right-angled triangle with a hypotenuse of one. */
static pair __moirai_beside(double x) {
    return __moirai_root(__moirai_times(__moirai_sum(1.0, -x), __moirai_sum(1.0, x)));
}

double asin(double x) {
    if (x != x || fabs(x) < 0x1p-27) return x;
    if (fabs(x) > 1.0) return __moirai_domain();
    double size = fabs(x);
    return copysign(size == 1.0 ? __moirai_half_pi.high : __moirai_angle(__moirai_make(size, 0.0), __moirai_beside(x)).high, x);
}

double acos(double x) {
    if (x != x) return x;
    if (fabs(x) > 1.0) return __moirai_domain();
    if (fabs(x) == 1.0) return x > 0.0 ? 0.0 : __moirai_pi.high;
    if (x == 0.0) return __moirai_half_pi.high;
    pair angle = __moirai_angle(__moirai_beside(x), __moirai_make(fabs(x), 0.0));
    return (x > 0.0 ? angle : __moirai_add(__moirai_pi, __moirai_negated(angle))).high;
}

/* ---- the same for float ------------------------------------------------------------------------------------------ */

float sinf(float x) {
    return (float) sin(x);
}

float cosf(float x) {
    return (float) cos(x);
}

float tanf(float x) {
    return (float) tan(x);
}

float expf(float x) {
    return (float) exp(x);
}

float logf(float x) {
    return (float) log(x);
}

float log2f(float x) {
    return (float) log2(x);
}

float log10f(float x) {
    return (float) log10(x);
}

float powf(float x, float y) {
    return (float) pow(x, y);
}
