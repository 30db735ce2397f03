#ifndef _MOIRAI_SIGINFO_T_H
#define _MOIRAI_SIGINFO_T_H
#include <moirai/types.h>
#include <bits/types/sigval_t.h>
typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
    pid_t si_pid;
    uid_t si_uid;
    int si_status;
    void *si_addr;
    union sigval si_value;
    long __rest[11];
} siginfo_t;
#endif
