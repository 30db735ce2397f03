#ifndef _MOIRAI_SYS_TIME_H
#define _MOIRAI_SYS_TIME_H
#include <sys/types.h>
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct itimerval {
    struct timeval it_interval;
    struct timeval it_value;
};
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timercmp(left, right, relation) \
    ((left)->tv_sec == (right)->tv_sec ? (left)->tv_usec relation (right)->tv_usec \
                                       : (left)->tv_sec relation (right)->tv_sec)
#define timeradd(left, right, sum) \
    do { \
        (sum)->tv_sec = (left)->tv_sec + (right)->tv_sec; \
        (sum)->tv_usec = (left)->tv_usec + (right)->tv_usec; \
        if ((sum)->tv_usec >= 1000000) { \
            ++(sum)->tv_sec; \
            (sum)->tv_usec -= 1000000; \
        } \
    } while (0)
#define timersub(left, right, rest) \
    do { \
        (rest)->tv_sec = (left)->tv_sec - (right)->tv_sec; \
        (rest)->tv_usec = (left)->tv_usec - (right)->tv_usec; \
        if ((rest)->tv_usec < 0) { \
            --(rest)->tv_sec; \
            (rest)->tv_usec += 1000000; \
        } \
    } while (0)
/* Known by name only: a call is refused. */
int setitimer(int which, const struct itimerval *value, struct itimerval *old);
int getitimer(int which, struct itimerval *value);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int utimes(const char *name, const struct timeval times[2]);
int futimes(int file, const struct timeval times[2]);
int gettimeofday(struct timeval *into, void *zone);
#endif
