#ifndef _MOIRAI_TIME_H
#define _MOIRAI_TIME_H
#include <moirai/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#define TIME_UTC 1
#include <bits/types/struct_timespec.h>
struct itimerspec {
    struct timespec it_interval;
    struct timespec it_value;
};
struct sigevent;
struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
/* Known by name only: a call is refused. */
int clock_getres(clockid_t clock, struct timespec *into);
int clock_settime(clockid_t clock, const struct timespec *time);
int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old);
int timer_gettime(timer_t timer, struct itimerspec *value);
struct tm *gmtime(const time_t *time);
struct tm *gmtime_r(const time_t *time, struct tm *into);
struct tm *localtime(const time_t *time);
struct tm *localtime_r(const time_t *time, struct tm *into);
time_t mktime(struct tm *parts);
time_t timegm(struct tm *parts);
char *asctime(const struct tm *parts);
char *asctime_r(const struct tm *parts, char *into);
char *ctime(const time_t *time);
char *ctime_r(const time_t *time, char *into);
size_t strftime(char *into, size_t size, const char *format, const struct tm *parts);
char *strptime(const char *text, const char *format, struct tm *parts);
void tzset(void);
extern char *tzname[2];
extern long timezone;
extern int daylight;

time_t time(time_t *into);
clock_t clock(void);
double difftime(time_t later, time_t earlier);
int clock_gettime(clockid_t clock, struct timespec *into);
int timespec_get(struct timespec *into, int base);
int nanosleep(const struct timespec *howLong, struct timespec *left);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *howLong, struct timespec *left);
#endif
