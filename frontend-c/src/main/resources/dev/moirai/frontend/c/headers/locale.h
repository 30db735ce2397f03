#ifndef _MOIRAI_LOCALE_H
#define _MOIRAI_LOCALE_H
#include <stddef.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
#define LC_CTYPE_MASK 1
#define LC_NUMERIC_MASK 2
#define LC_ALL_MASK 8127
typedef struct __locale_struct *locale_t;
struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
    char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space;
    char p_sign_posn, n_sign_posn, int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space;
    char int_p_sign_posn, int_n_sign_posn;
};
struct lconv *localeconv(void);
char *setlocale(int category, const char *locale);
/* Known by name only: a call is refused. */
locale_t newlocale(int categories, const char *locale, locale_t base);
locale_t uselocale(locale_t locale);
void freelocale(locale_t locale);
#endif
