/* Waiting for one of several descriptors. A wait with a limit may give up at any moment. */

#include <errno.h>
#include <moirai/queues.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/time.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
void __moirai_wait_for(int *flag, int value);
int __moirai_timeout(void);
void __moirai_unknown(const char *what);

struct __moirai_polled {
    int fd;
    short events;
    short revents;
};

/* ---- those who wait ---------------------------------------------------------------------------------------------------- */

static int __moirai_taken[__MOIRAI_POLLERS];

/* The least free number, which stays calm until something changes. */
static int __moirai_calm_down(void) {
    __moirai_somebody_polls = 1;
    for (int i = 0; i < __MOIRAI_POLLERS; i++) {
        if (__moirai_taken[i]) continue;
        __moirai_taken[i] = 1;
        __atomic_store_n(&__moirai_calm[i], 1, 5);
        return i;
    }
    __moirai_unknown("more than 8 threads in poll or select");
    return -1;
}

/* ---- poll -------------------------------------------------------------------------------------------------------------- */

/* What has come to a descriptor; called in atomic sections. */
static int __moirai_come(int number, int wanted) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return __MOIRAI_POLLNVAL;
    int ready = what->kind == NULL ? __MOIRAI_POLLIN | __MOIRAI_POLLOUT : what->kind->ready(what);
    return ready & (wanted | __MOIRAI_POLLERR | __MOIRAI_POLLHUP | __MOIRAI_POLLOUTSIDE);
}

/*
 * Looks at all of them. If nothing has come and the caller is patient, it gets the number it has to wait by, or -2 if it
 * may have to wait for the world outside. It gives the number back with the next look.
 */
static int __VERIFIER_atomic_moirai_look(struct __moirai_polled *polled, unsigned long count, int patient, int *number) {
    int found = 0;
    int outside = 0;
    if (*number >= 0) __moirai_taken[*number] = 0;
    *number = -1;
    for (unsigned long i = 0; i < count; i++) {
        int come = polled[i].fd < 0 ? 0 : __moirai_come(polled[i].fd, polled[i].events);
        outside |= come & __MOIRAI_POLLOUTSIDE;
        polled[i].revents = (short) (come & ~__MOIRAI_POLLOUTSIDE);
        if (polled[i].revents != 0) found++;
    }
    if (found == 0 && patient) *number = outside ? -2 : __moirai_calm_down();
    return found;
}

/* Below zero milliseconds: no limit. */
static int __moirai_poll(struct __moirai_polled *polled, unsigned long count, long milliseconds) {
    int number = -1;
    int found = __VERIFIER_atomic_moirai_look(polled, count, milliseconds < 0, &number);
    while (found == 0 && milliseconds != 0) {
        if (number >= 0) __moirai_wait_for(&__moirai_calm[number], 0);
        else if (milliseconds > 0 && __moirai_timeout()) break;
        else {
            sched_yield();
            pthread_testcancel();
        }
        found = __VERIFIER_atomic_moirai_look(polled, count, milliseconds < 0, &number);
    }
    return found;
}

int poll(void *given, unsigned long count, int milliseconds) {
    struct __moirai_polled *polled = given;
    struct __moirai_polled *copy = __moirai_new(count * sizeof *copy);
    for (unsigned long i = 0; i < count; i++) {
        copy[i].fd = polled[i].fd;
        copy[i].events = polled[i].events;
    }
    int found = __moirai_poll(copy, count, milliseconds);
    for (unsigned long i = 0; i < count; i++) polled[i].revents = copy[i].revents;
    __moirai_free(copy);
    return found;
}

/* ---- select ------------------------------------------------------------------------------------------------------------ */

#define __MOIRAI_WORD (8 * (int) sizeof(long))

static int __moirai_in_set(const void *set, int number) {
    return set != NULL && (((const unsigned long *) set)[number / __MOIRAI_WORD] >> number % __MOIRAI_WORD & 1) != 0;
}

static void __moirai_keep_in_set(void *set, int number, int keep) {
    if (set == NULL || keep) return;
    ((unsigned long *) set)[number / __MOIRAI_WORD] &= ~(1UL << number % __MOIRAI_WORD);
}

/* A descriptor of the sets, as poll would be asked about it. */
int select(int count, fd_set *readers, fd_set *writers, fd_set *others, struct timeval *limit) {
    if (limit != NULL && (limit->tv_sec < 0 || limit->tv_usec < 0)) return (int) __moirai_result(-EINVAL);
    long milliseconds = limit == NULL ? -1 : limit->tv_sec == 0 && limit->tv_usec == 0 ? 0 : 1;
    struct __moirai_polled *polled = __moirai_new((size_t) (count < 1 ? 1 : count) * sizeof *polled);
    for (int i = 0; i < count; i++) {
        int wanted = (__moirai_in_set(readers, i) ? __MOIRAI_POLLIN : 0) | (__moirai_in_set(writers, i) ? __MOIRAI_POLLOUT : 0);
        polled[i].fd = wanted == 0 ? -1 : i;
        polled[i].events = (short) wanted;
    }
    int found = __moirai_poll(polled, (unsigned long) count, milliseconds);
    int bits = 0;
    int wrong = 0;
    for (int i = 0; i < count && found != 0; i++) {
        if ((polled[i].revents & __MOIRAI_POLLNVAL) != 0) wrong = 1;
    }
    for (int i = 0; i < count && !wrong; i++) {
        int come = found == 0 ? 0 : polled[i].revents;
        int ends = __MOIRAI_POLLHUP | __MOIRAI_POLLERR;
        int read = __moirai_in_set(readers, i) && (come & (__MOIRAI_POLLIN | ends)) != 0;
        int write = __moirai_in_set(writers, i) && (come & (__MOIRAI_POLLOUT | __MOIRAI_POLLERR)) != 0;
        __moirai_keep_in_set(readers, i, read);
        __moirai_keep_in_set(writers, i, write);
        __moirai_keep_in_set(others, i, 0);
        bits += read + write;
    }
    __moirai_free(polled);
    return wrong ? (int) __moirai_result(-EBADF) : bits;
}
