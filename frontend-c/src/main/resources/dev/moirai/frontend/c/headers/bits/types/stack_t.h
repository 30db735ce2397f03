#ifndef _MOIRAI_STACK_T_H
#define _MOIRAI_STACK_T_H
#include <stddef.h>
typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;
#endif
