/*
 * Clocks. The first reading of a clock is any, and none goes back: every later reading is as late or later. With --clock
 * still all of them stand. There are three, which have nothing to do with each other: of the day, since the machine was
 * started, of processor time. `time` is not among them: somebody may set the clock of the day between two calls.
 */

#include <errno.h>
#include <sys/time.h>
#include <time.h>

#define SECOND 1000000000L

int __moirai_clocks_stand(void);
unsigned int __VERIFIER_nondet_uint(void);

enum { DAY, MACHINE, PROCESSOR };

static long __moirai_seconds[3];
static long __moirai_nanoseconds[3];

static int which(int clock) {
    switch (clock) {
        case 0: case 5: case 8: case 11: return DAY;
        case 1: case 4: case 6: case 7: case 9: return MACHINE;
        default: return PROCESSOR;
    }
}

/* Goes on by up to 68 years; where that would leave the type's range, not at all. */
static void __VERIFIER_atomic_moirai_tick(int clock, long *seconds, long *nanoseconds) {
    unsigned long later = (unsigned long) __moirai_seconds[clock] + (__VERIFIER_nondet_uint() & 0x7fffffff);
    if ((long) later < __moirai_seconds[clock]) later = (unsigned long) __moirai_seconds[clock];
    long fraction = (long) (__VERIFIER_nondet_uint() & 0x3fffffff);
    if (fraction >= SECOND) fraction -= SECOND;
    if ((long) later == __moirai_seconds[clock] && fraction < __moirai_nanoseconds[clock]) {
        fraction = __moirai_nanoseconds[clock];
    }
    __moirai_seconds[clock] = (long) later;
    __moirai_nanoseconds[clock] = fraction;
    *seconds = (long) later;
    *nanoseconds = fraction;
}

static void read_clock(int clock, long *seconds, long *nanoseconds) {
    *seconds = clock == PROCESSOR ? 0 : SECOND;
    *nanoseconds = 0;
    if (!__moirai_clocks_stand()) __VERIFIER_atomic_moirai_tick(clock, seconds, nanoseconds);
}

int clock_gettime(clockid_t clock, struct timespec *into) {
    /* Linux has these; negative ones are those of processes and threads. */
    if (clock == 10 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
    long seconds;
    long nanoseconds;
    read_clock(which(clock), &seconds, &nanoseconds);
    into->tv_sec = seconds;
    into->tv_nsec = nanoseconds;
    return 0;
}

int timespec_get(struct timespec *into, int base) {
    clock_gettime(0, into);
    return base;
}

int gettimeofday(struct timeval *into, void *zone) {
    long seconds;
    long nanoseconds;
    (void) zone;
    read_clock(DAY, &seconds, &nanoseconds);
    into->tv_sec = seconds;
    into->tv_usec = nanoseconds / 1000;
    return 0;
}

/* In microseconds, and so for the first hours of a program only; later ones are not shown where long has 32 bits. */
clock_t clock(void) {
    long seconds;
    long nanoseconds;
    read_clock(PROCESSOR, &seconds, &nanoseconds);
    return (clock_t) ((unsigned long) seconds * 1000000 + (unsigned long) nanoseconds / 1000);
}
