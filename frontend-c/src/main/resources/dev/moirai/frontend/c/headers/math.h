#ifndef _MOIRAI_MATH_H
#define _MOIRAI_MATH_H
/* Too large for the type, and so infinite. */
#define HUGE_VAL 1e999
#define INFINITY 1e999f
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VALF 1e999f
typedef float float_t;
typedef double double_t;
#define M_PI 3.14159265358979323846
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
int __moirai_signbit(double x);

double fabs(double x);
float fabsf(float x);
double sqrt(double x);
float sqrtf(float x);
double floor(double x);
double ceil(double x);
double trunc(double x);
double round(double x);
float floorf(float x);
float ceilf(float x);
float truncf(float x);
double fmin(double x, double y);
double fmax(double x, double y);
float fminf(float x, float y);
float fmaxf(float x, float y);
double copysign(double x, double y);
float copysignf(float x, float y);
double fmod(double x, double y);
double exp2(double x);
double log1p(double x);
double hypot(double x, double y);
double rint(double x);
double nearbyint(double x);
long lrint(double x);
long lround(double x);
long long llrint(double x);
long long llround(double x);
double ldexp(double x, int exponent);
double frexp(double x, int *exponent);
double modf(double x, double *whole);
double remainder(double x, double y);
double nextafter(double x, double y);
float powf(float x, float y);
float expf(float x);
float logf(float x);
float log2f(float x);
float log10f(float x);
float sinf(float x);
float cosf(float x);
float tanf(float x);
float roundf(float x);
float fmodf(float x, float y);
long lrintf(float x);
long lroundf(float x);
double pow(double x, double y);
double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double scalbn(double x, int exponent);
double scalbln(double x, long exponent);
double fma(double x, double y, double z);
float fmaf(float x, float y, float z);
int ilogb(double x);
int ilogbf(float x);
double logb(double x);
float logbf(float x);

/* Known by name only: a call is refused. */
double expm1(double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);
double cbrt(double x);
double erf(double x);
double erfc(double x);
double lgamma(double x);
double tgamma(double x);
long double fabsl(long double x);
long double roundl(long double x);
long double floorl(long double x);
long double powl(long double x, long double y);
#endif
