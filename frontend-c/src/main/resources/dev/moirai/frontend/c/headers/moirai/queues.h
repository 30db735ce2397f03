#ifndef _MOIRAI_QUEUES_H
#define _MOIRAI_QUEUES_H
#include <moirai/files.h>

/* So many threads can wait in poll at a time. Each has a number, which is 1 while nothing has changed. */
#define __MOIRAI_POLLERS 8
extern int __moirai_calm[__MOIRAI_POLLERS];
extern int __moirai_somebody_polls;

#define __MOIRAI_POLLIN 1
#define __MOIRAI_POLLOUT 4
#define __MOIRAI_POLLERR 8
#define __MOIRAI_POLLHUP 16
#define __MOIRAI_POLLNVAL 32
/* Of our own: what happens there is not up to this program's threads. */
#define __MOIRAI_POLLOUTSIDE 64
#endif
