#ifndef _MOIRAI_SYS_TYPES_H
#define _MOIRAI_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef long off_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short ushort;
#endif
