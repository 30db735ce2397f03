#ifndef _MOIRAI_TIME_H
#define _MOIRAI_TIME_H
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define TIMER_ABSTIME 1
#define TIME_UTC 1
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
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
};
time_t time(time_t *into);
clock_t clock(void);
double difftime(time_t later, time_t earlier);
int clock_gettime(clockid_t clock, struct timespec *into);
int timespec_get(struct timespec *into, int base);
int nanosleep(const struct timespec *howLong, struct timespec *left);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *howLong, struct timespec *left);
#endif
