#ifndef _MOIRAI_SYS_SELECT_H
#define _MOIRAI_SYS_SELECT_H
#include <moirai/types.h>
#include <bits/types/struct_timeval.h>
#include <bits/types/struct_timespec.h>
#include <bits/types/sigset_t.h>
#define FD_SETSIZE 1024
#define NFDBITS ((int) (8 * sizeof(long)))
typedef long fd_mask;
typedef struct { long fds_bits[FD_SETSIZE / 8 / sizeof(long)]; } fd_set;
#define __moirai_fd_word(file, set) ((set)->fds_bits[(file) / NFDBITS])
#define __moirai_fd_bit(file) ((long) (1UL << ((file) % NFDBITS)))
#define FD_SET(file, set) ((void) (__moirai_fd_word(file, set) |= __moirai_fd_bit(file)))
#define FD_CLR(file, set) ((void) (__moirai_fd_word(file, set) &= ~__moirai_fd_bit(file)))
#define FD_ISSET(file, set) ((__moirai_fd_word(file, set) & __moirai_fd_bit(file)) != 0)
#define FD_ZERO(set) ((void) (*(set) = (fd_set) {{0}}))
/* Known by name only: a call is refused. */
int select(int count, fd_set *reading, fd_set *writing, fd_set *others, struct timeval *limit);
int pselect(
    int count, fd_set *reading, fd_set *writing, fd_set *others, const struct timespec *limit, const sigset_t *mask);
#endif
