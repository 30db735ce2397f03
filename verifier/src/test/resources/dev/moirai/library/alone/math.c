#include <math.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name, double x) {
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    if (x != x) printf("%s nan\n", name);
    else printf("%s %llx\n", name, bits);
}

static double unknown = NAN, huge = HUGE_VAL;

int main(void) {
    double numbers[] = {0.0, -0.0, 1.0, -1.5, 2.0, 0.5, -0.5, 2.5, 1e300, 1e-320, 123456.789, -3.999, 4503599627370497.0,
                        0.49999999999999994, INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 17; i++) {
        volatile double x = numbers[i];
        show("fabs", fabs(x));
        if (!(x < 0)) show("sqrt", sqrt(x));
        show("floor", floor(x));
        show("ceil", ceil(x));
        show("trunc", trunc(x));
        show("round", round(x));
        show("sqrtf", sqrtf((float) fabs(x)));
        for (int j = 2; j < 17; j++) {
            volatile double y = numbers[j];
            if (x != y) {
                show("fmin", fmin(x, y));
                show("fmax", fmax(x, y));
            }
            if (fabs(x) < 1e6) show("fmod", fmod(x, y));
            show("copysign", copysign(x, y));
        }
        printf("%d %d %d\n", !!isnan(x), !!isinf(x), !!isfinite(x));
    }
    printf("%d %d\n", unknown != unknown, huge > 1e308);
    return 0;
}
