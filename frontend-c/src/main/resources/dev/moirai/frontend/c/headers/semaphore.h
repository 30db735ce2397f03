#ifndef _MOIRAI_SEMAPHORE_H
#define _MOIRAI_SEMAPHORE_H
#include <sys/types.h>
#include <time.h>
#ifdef __LP64__
typedef struct { int __moirai[8]; } sem_t;
#else
typedef struct { int __moirai[4]; } sem_t;
#endif
#define SEM_FAILED ((sem_t *) 0)
int sem_init(sem_t *semaphore, int shared, unsigned int value);
int sem_destroy(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_timedwait(sem_t *semaphore, const struct timespec *until);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *semaphore, int *value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *semaphore);
int sem_unlink(const char *name);
#endif
