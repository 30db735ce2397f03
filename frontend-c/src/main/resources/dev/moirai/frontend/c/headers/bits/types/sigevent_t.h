#ifndef _MOIRAI_SIGEVENT_T_H
#define _MOIRAI_SIGEVENT_T_H
#include <bits/types/sigval_t.h>
struct sigevent {
    union sigval sigev_value;
    int sigev_signo;
    int sigev_notify;
    void (*sigev_notify_function)(union sigval);
    void *sigev_notify_attributes;
    int __rest[8];
};
typedef struct sigevent sigevent_t;
#endif
