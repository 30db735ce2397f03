#ifndef _MOIRAI_SIGVAL_T_H
#define _MOIRAI_SIGVAL_T_H
union sigval {
    int sival_int;
    void *sival_ptr;
};
typedef union sigval sigval_t;
typedef union sigval __sigval_t;
#endif
