#ifndef _MOIRAI_QUEUES_H
#define _MOIRAI_QUEUES_H
#include <moirai/files.h>
#include <pthread.h>

/* One lock and one condition for all that waits for bytes: whoever changes a queue wakes all who wait for any. */
extern pthread_mutex_t __moirai_queues;
extern pthread_cond_t __moirai_changed;

#define __MOIRAI_POLLIN 1
#define __MOIRAI_POLLOUT 4
#define __MOIRAI_POLLERR 8
#define __MOIRAI_POLLHUP 16
#define __MOIRAI_POLLNVAL 32
#endif
