#ifndef _MOIRAI_STRUCT_TIMEVAL_H
#define _MOIRAI_STRUCT_TIMEVAL_H
struct timeval {
    long tv_sec;
    long tv_usec;
};
#endif
