#ifndef _MOIRAI_SCHED_H
#define _MOIRAI_SCHED_H
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
#define CLONE_VM 0x100
#define CLONE_FS 0x200
#define CLONE_FILES 0x400
#define CLONE_SIGHAND 0x800
#define CLONE_THREAD 0x10000
#define CLONE_NEWNS 0x20000
#define CLONE_SYSVSEM 0x40000
#define CLONE_NEWUTS 0x4000000
#define CLONE_NEWIPC 0x8000000
#define CLONE_NEWUSER 0x10000000
#define CLONE_NEWPID 0x20000000
#define CLONE_NEWNET 0x40000000
#define CPU_SETSIZE 1024
typedef unsigned long __cpu_mask;
typedef struct { __cpu_mask __bits[CPU_SETSIZE / (8 * sizeof(__cpu_mask))]; } cpu_set_t;
#define __moirai_cpu_word(cpu, set) ((set)->__bits[(cpu) / (8 * sizeof(__cpu_mask))])
#define __moirai_cpu_bit(cpu) (1UL << ((cpu) % (8 * sizeof(__cpu_mask))))
#define CPU_ZERO(set) ((void) (*(set) = (cpu_set_t) {{0}}))
#define CPU_SET(cpu, set) ((void) (__moirai_cpu_word(cpu, set) |= __moirai_cpu_bit(cpu)))
#define CPU_CLR(cpu, set) ((void) (__moirai_cpu_word(cpu, set) &= ~__moirai_cpu_bit(cpu)))
#define CPU_ISSET(cpu, set) ((__moirai_cpu_word(cpu, set) & __moirai_cpu_bit(cpu)) != 0)
static inline int __moirai_cpu_count(const cpu_set_t *set) {
    int count = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) count += CPU_ISSET(cpu, set);
    return count;
}
#define CPU_COUNT(set) __moirai_cpu_count(set)
struct sched_param {
    int sched_priority;
};
int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
/* Known by name only: a call is refused. */
struct timespec;
int sched_getcpu(void);
int sched_getaffinity(int process, __SIZE_TYPE__ size, cpu_set_t *set);
int sched_setaffinity(int process, __SIZE_TYPE__ size, const cpu_set_t *set);
int sched_getparam(int process, struct sched_param *param);
int sched_setparam(int process, const struct sched_param *param);
int sched_getscheduler(int process);
int sched_setscheduler(int process, int policy, const struct sched_param *param);
int sched_rr_get_interval(int process, struct timespec *into);
int unshare(int flags);
int setns(int file, int kind);
int clone(int (*routine)(void *), void *stack, int flags, void *argument, ...);
#endif
