#ifndef _MOIRAI_LOCALE_H
#define _MOIRAI_LOCALE_H
#include <stddef.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_ALL 6
/* Known by name only: a call is refused. */
char *setlocale(int category, const char *locale);
#endif
