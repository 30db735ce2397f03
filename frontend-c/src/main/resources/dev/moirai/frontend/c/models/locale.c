/* The locale C, the only one there is. */

#include <limits.h>
#include <locale.h>
#include <string.h>

char *setlocale(int category, const char *locale) {
    if (category < LC_CTYPE || category > 12) return NULL;
    int known = locale == NULL || *locale == 0 || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
    return known ? (char *) "C" : NULL;
}

static struct lconv __moirai_conventions = {
    ".",      "",       "",       "",       "",       "",       "",       "",       "",       "",       CHAR_MAX, CHAR_MAX,
    CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX};

struct lconv *localeconv(void) {
    return &__moirai_conventions;
}
