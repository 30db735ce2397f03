#ifndef _MOIRAI_STRUCT_TIMESPEC_H
#define _MOIRAI_STRUCT_TIMESPEC_H
#define _STRUCT_TIMESPEC 1
struct timespec {
    long tv_sec;
    long tv_nsec;
};
#endif
