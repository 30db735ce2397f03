#ifndef _MOIRAI_MATH_H
#define _MOIRAI_MATH_H
/* Too large for the type, and so infinite. */
#define HUGE_VAL 1e999
#define INFINITY 1e999f
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define isnan(x) ((x) != (x))
#define isinf(x) ((x) - (x) != 0 && (x) == (x))
#define isfinite(x) ((x) - (x) == 0)
#define signbit(x) (__moirai_signbit(x))
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
double fmod(double x, double y);

/* Known by name only: a call is refused. */
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
#endif
