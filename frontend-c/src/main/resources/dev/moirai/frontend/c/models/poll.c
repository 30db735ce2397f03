/* Waiting for one of several descriptors. A wait with a limit may give up at any moment. */

#include <errno.h>
#include <moirai/queues.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/time.h>

struct __moirai_polled {
    int fd;
    short events;
    short revents;
};

/* What has come to a descriptor; called with the lock of the queues. */
static int __moirai_come(int number, int wanted) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what == NULL) return __MOIRAI_POLLNVAL;
    int ready = what->kind == NULL ? __MOIRAI_POLLIN | __MOIRAI_POLLOUT : what->kind->ready(what);
    __moirai_let_go(what);
    return ready & (wanted | __MOIRAI_POLLERR | __MOIRAI_POLLHUP);
}

/* Whether the time is up; else waits for a change. */
static int __moirai_await_change(long milliseconds) {
    if (milliseconds == 0) return 1;
    if (milliseconds < 0) return pthread_cond_wait(&__moirai_changed, &__moirai_queues) != 0;
    struct timespec limit = {0, 0};
    return pthread_cond_timedwait(&__moirai_changed, &__moirai_queues, &limit) == ETIMEDOUT;
}

int poll(void *given, unsigned long count, int milliseconds) {
    struct __moirai_polled *polled = given;
    int found = 0;
    pthread_mutex_lock(&__moirai_queues);
    for (;;) {
        for (unsigned long i = 0; i < count; i++) {
            int come = polled[i].fd < 0 ? 0 : __moirai_come(polled[i].fd, polled[i].events);
            polled[i].revents = (short) come;
            if (come != 0) found++;
        }
        if (found != 0 || __moirai_await_change(milliseconds)) break;
    }
    pthread_mutex_unlock(&__moirai_queues);
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

static int __moirai_readable(int number) {
    return (__moirai_come(number, __MOIRAI_POLLIN) & (__MOIRAI_POLLIN | __MOIRAI_POLLHUP | __MOIRAI_POLLERR)) != 0;
}

static int __moirai_writable(int number) {
    return (__moirai_come(number, __MOIRAI_POLLOUT) & (__MOIRAI_POLLOUT | __MOIRAI_POLLERR)) != 0;
}

int select(int count, fd_set *readers, fd_set *writers, fd_set *others, struct timeval *limit) {
    long milliseconds = limit == NULL ? -1 : limit->tv_sec == 0 && limit->tv_usec == 0 ? 0 : 1;
    int found = 0;
    pthread_mutex_lock(&__moirai_queues);
    for (;;) {
        for (int i = 0; i < count; i++) {
            if (__moirai_in_set(readers, i) && __moirai_readable(i)) found++;
            if (__moirai_in_set(writers, i) && __moirai_writable(i)) found++;
        }
        if (found != 0 || __moirai_await_change(milliseconds)) break;
    }
    for (int i = 0; i < count; i++) {
        __moirai_keep_in_set(readers, i, __moirai_in_set(readers, i) && __moirai_readable(i));
        __moirai_keep_in_set(writers, i, __moirai_in_set(writers, i) && __moirai_writable(i));
        __moirai_keep_in_set(others, i, 0);
    }
    pthread_mutex_unlock(&__moirai_queues);
    return found;
}
