#ifndef _MOIRAI_SIGSET_T_H
#define _MOIRAI_SIGSET_T_H
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __sigset_t;
typedef __sigset_t sigset_t;
#endif
