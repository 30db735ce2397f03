/* What the system tells of scheduling: two processors, the ordinary policy, no priorities. */

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

static int both(size_t size, cpu_set_t *set) {
    if (size < sizeof(long)) return EINVAL;
    memset(set, 0, size);
    set->__bits[0] = 3;
    return 0;
}

int sched_getaffinity(int process, size_t size, cpu_set_t *set) {
    (void) process;
    int code = both(size, set);
    if (code == 0) return 0;
    errno = code;
    return -1;
}

int pthread_getaffinity_np(unsigned long thread, size_t size, cpu_set_t *set) {
    (void) thread;
    return both(size, set);
}

int sched_getcpu(void) {
    return __VERIFIER_nondet_bool();
}

int sched_getscheduler(int process) {
    (void) process;
    return SCHED_OTHER;
}

int sched_getparam(int process, struct sched_param *param) {
    (void) process;
    param->sched_priority = 0;
    return 0;
}

int sched_setparam(int process, const struct sched_param *param) {
    (void) process;
    if (param->sched_priority == 0) return 0;
    errno = EINVAL;
    return -1;
}

int pthread_getschedparam(unsigned long thread, int *policy, struct sched_param *param) {
    (void) thread;
    *policy = SCHED_OTHER;
    param->sched_priority = 0;
    return 0;
}
