/* Dates in universal time, which is local time here. */

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

static const char *const __moirai_days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const __moirai_months[] = {"January", "February", "March",     "April",   "May",      "June",
                                              "July",    "August",   "September", "October", "November", "December"};

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

void tzset(void) {}

static int __moirai_is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days from 1970 to the first of March of a year that begins in March (Howard Hinnant's way of counting). */
static long long __moirai_days_to(long long year, int month, int day) {
    if (month < 2) year--;
    long long era = (year >= 0 ? year : year - 399) / 400;
    long long of_era = year - era * 400;
    long long of_year = (153 * (month + (month > 1 ? -2 : 10)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static struct tm *__moirai_parts(long long time, struct tm *into, const char *zone) {
    long long days = time / 86400;
    long long rest = time % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    into->tm_hour = (int) (rest / 3600);
    into->tm_min = (int) (rest % 3600 / 60);
    into->tm_sec = (int) (rest % 60);
    int weekday = (int) ((days % 7 + 11) % 7);
    into->tm_wday = weekday;
    days += 719468;
    long long era = (days >= 0 ? days : days - 146096) / 146097;
    long long of_era = days - era * 146097;
    long long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long long of_year = of_era - (365 * year + year / 4 - year / 100);
    long long month = (5 * of_year + 2) / 153;
    into->tm_mday = (int) (of_year - (153 * month + 2) / 5 + 1);
    into->tm_mon = (int) (month < 10 ? month + 2 : month - 10);
    year += era * 400 + (into->tm_mon < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return NULL;
    }
    into->tm_year = (int) (year - 1900);
    into->tm_yday = (int) (__moirai_days_to(year, into->tm_mon, into->tm_mday) - __moirai_days_to(year, 0, 1));
    into->tm_isdst = 0;
    into->tm_gmtoff = 0;
    into->tm_zone = zone;
    return into;
}

/* One for all threads, as C has it. */
static struct tm __moirai_broken_down;

struct tm *gmtime_r(const time_t *time, struct tm *into) {
    return __moirai_parts(*time, into, "GMT");
}

struct tm *gmtime(const time_t *time) {
    return __moirai_parts(*time, &__moirai_broken_down, "GMT");
}

struct tm *localtime_r(const time_t *time, struct tm *into) {
    return __moirai_parts(*time, into, "UTC");
}

struct tm *localtime(const time_t *time) {
    return __moirai_parts(*time, &__moirai_broken_down, "UTC");
}

static time_t __moirai_moment(struct tm *parts, const char *zone) {
    long long year = (long long) parts->tm_year + 1900 + parts->tm_mon / 12;
    int month = parts->tm_mon % 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    long long days = __moirai_days_to(year, month, 1) + parts->tm_mday - 1;
    long long time = days * 86400 + (long long) parts->tm_hour * 3600 + (long long) parts->tm_min * 60 + parts->tm_sec;
    if ((time_t) time != time || __moirai_parts(time, parts, zone) == NULL) {
        errno = EOVERFLOW;
        return (time_t) -1;
    }
    return (time_t) time;
}

time_t mktime(struct tm *parts) {
    return __moirai_moment(parts, "UTC");
}

time_t timegm(struct tm *parts) {
    return __moirai_moment(parts, "GMT");
}

/* ---- as texts --------------------------------------------------------------------------------------------------- */

char *asctime_r(const struct tm *parts, char *into) {
    const char *day = parts->tm_wday < 0 || parts->tm_wday > 6 ? "???" : __moirai_days[parts->tm_wday];
    const char *month = parts->tm_mon < 0 || parts->tm_mon > 11 ? "???" : __moirai_months[parts->tm_mon];
    sprintf(
        into, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, parts->tm_mday, parts->tm_hour, parts->tm_min, parts->tm_sec,
        1900 + parts->tm_year);
    return into;
}

static char __moirai_date[64];

char *asctime(const struct tm *parts) {
    return asctime_r(parts, __moirai_date);
}

char *ctime_r(const time_t *time, char *into) {
    struct tm parts;
    return __moirai_parts(*time, &parts, "UTC") == NULL ? NULL : asctime_r(&parts, into);
}

char *ctime(const time_t *time) {
    return ctime_r(time, __moirai_date);
}

/* The week of ISO 8601, which begins with a Monday; its year may be the one before or after. */
static int __moirai_week(const struct tm *parts, int *year) {
    int day = (parts->tm_wday + 6) % 7;
    int week = (parts->tm_yday - day + 10) / 7;
    *year = parts->tm_year + 1900;
    if (week < 1) {
        --*year;
        int days = parts->tm_yday + (__moirai_is_leap(*year) ? 366 : 365);
        return (days - day + 10) / 7;
    }
    int days = __moirai_is_leap(*year) ? 366 : 365;
    if (week == 53 && parts->tm_yday - day + 3 >= days) {
        ++*year;
        return 1;
    }
    return week;
}

static int __moirai_date_piece(char *into, size_t size, char letter, const struct tm *parts) {
    int year;
    int hour = parts->tm_hour % 12 == 0 ? 12 : parts->tm_hour % 12;
    long full = parts->tm_year + 1900L;
    const char *day = parts->tm_wday < 0 || parts->tm_wday > 6 ? "?" : __moirai_days[parts->tm_wday];
    const char *month = parts->tm_mon < 0 || parts->tm_mon > 11 ? "?" : __moirai_months[parts->tm_mon];
    struct tm copy;
    switch (letter) {
        case 'a': return snprintf(into, size, "%.3s", day);
        case 'A': return snprintf(into, size, "%s", day);
        case 'b':
        case 'h': return snprintf(into, size, "%.3s", month);
        case 'B': return snprintf(into, size, "%s", month);
        case 'C': return snprintf(into, size, "%02ld", full / 100);
        case 'd': return snprintf(into, size, "%02d", parts->tm_mday);
        case 'e': return snprintf(into, size, "%2d", parts->tm_mday);
        case 'g': return __moirai_week(parts, &year), snprintf(into, size, "%02d", year % 100);
        case 'G': return __moirai_week(parts, &year), snprintf(into, size, "%d", year);
        case 'H': return snprintf(into, size, "%02d", parts->tm_hour);
        case 'I': return snprintf(into, size, "%02d", hour);
        case 'j': return snprintf(into, size, "%03d", parts->tm_yday + 1);
        case 'k': return snprintf(into, size, "%2d", parts->tm_hour);
        case 'l': return snprintf(into, size, "%2d", hour);
        case 'm': return snprintf(into, size, "%02d", parts->tm_mon + 1);
        case 'M': return snprintf(into, size, "%02d", parts->tm_min);
        case 'n': return snprintf(into, size, "\n");
        case 'p': return snprintf(into, size, "%s", parts->tm_hour < 12 ? "AM" : "PM");
        case 'P': return snprintf(into, size, "%s", parts->tm_hour < 12 ? "am" : "pm");
        case 's':
            copy = *parts;
            return snprintf(into, size, "%ld", (long) __moirai_moment(&copy, "UTC"));
        case 'S': return snprintf(into, size, "%02d", parts->tm_sec);
        case 't': return snprintf(into, size, "\t");
        case 'u': return snprintf(into, size, "%d", parts->tm_wday == 0 ? 7 : parts->tm_wday);
        case 'U': return snprintf(into, size, "%02d", (parts->tm_yday + 7 - parts->tm_wday) / 7);
        case 'V': return snprintf(into, size, "%02d", __moirai_week(parts, &year));
        case 'w': return snprintf(into, size, "%d", parts->tm_wday);
        case 'W': return snprintf(into, size, "%02d", (parts->tm_yday + 7 - (parts->tm_wday + 6) % 7) / 7);
        case 'y': return snprintf(into, size, "%02ld", full % 100);
        case 'Y': return snprintf(into, size, "%ld", full);
        case 'z': return snprintf(into, size, "%c%02ld%02ld", parts->tm_gmtoff < 0 ? '-' : '+', parts->tm_gmtoff / 3600, 0L);
        case 'Z': return snprintf(into, size, "%s", parts->tm_zone == NULL ? "" : parts->tm_zone);
        case '%': return snprintf(into, size, "%%");
        default: return snprintf(into, size, "%%%c", letter);
    }
}

/* Those that stand for several others. */
static const char *__moirai_date_shorthand(char letter) {
    switch (letter) {
        case 'c': return "%a %b %e %H:%M:%S %Y";
        case 'D':
        case 'x': return "%m/%d/%y";
        case 'F': return "%Y-%m-%d";
        case 'r': return "%I:%M:%S %p";
        case 'R': return "%H:%M";
        case 'T':
        case 'X': return "%H:%M:%S";
        default: return NULL;
    }
}

static size_t __moirai_dates(char *into, size_t size, size_t at, const char *format, const struct tm *parts) {
    for (; *format != 0; format++) {
        if (*format != '%') {
            if (at < size) into[at] = *format;
            at++;
            continue;
        }
        format++;
        while (*format == 'E' || *format == 'O') format++;
        if (*format == 0) break;
        const char *several = __moirai_date_shorthand(*format);
        const char *pieces = several == NULL ? "" : several;
        if (several == NULL) at += (size_t) __moirai_date_piece(into + at, at < size ? size - at : 0, *format, parts);
        for (; *pieces != 0; pieces++) {
            if (*pieces == '%') {
                pieces++;
                at += (size_t) __moirai_date_piece(into + at, at < size ? size - at : 0, *pieces, parts);
            } else {
                if (at < size) into[at] = *pieces;
                at++;
            }
        }
    }
    return at;
}

size_t strftime(char *into, size_t size, const char *format, const struct tm *parts) {
    size_t length = __moirai_dates(into, size, 0, format, parts);
    if (length >= size) return 0;
    into[length] = 0;
    return length;
}
