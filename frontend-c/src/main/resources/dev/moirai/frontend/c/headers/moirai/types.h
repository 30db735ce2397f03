#ifndef _MOIRAI_TYPES_H
#define _MOIRAI_TYPES_H
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
#ifdef __LP64__
typedef long off64_t;
typedef long loff_t;
#else
typedef long long off64_t;
typedef long long loff_t;
#endif
#ifdef __LP64__
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned long ino64_t;
typedef unsigned long nlink_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef long blkcnt_t;
#else
typedef unsigned long long dev_t;
typedef unsigned long ino_t;
typedef unsigned long long ino64_t;
typedef unsigned int nlink_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef long blkcnt_t;
#endif
typedef long blksize_t;
typedef unsigned int id_t;
typedef int key_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef void *timer_t;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef uint64_t u_int64_t;
typedef unsigned int socklen_t;
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
