#ifndef _MOIRAI_THREADS_H
#define _MOIRAI_THREADS_H
#include <pthread.h>
#include <time.h>
#define thread_local _Thread_local
#define ONCE_FLAG_INIT 0
#define TSS_DTOR_ITERATIONS 4
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };
typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_key_t tss_t;
typedef pthread_once_t once_flag;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument);
int thrd_join(thrd_t thread, int *value);
int thrd_detach(thrd_t thread);
void thrd_exit(int value);
thrd_t thrd_current(void);
int thrd_equal(thrd_t one, thrd_t other);
void thrd_yield(void);
int thrd_sleep(const struct timespec *howLong, struct timespec *left);
int mtx_init(mtx_t *mutex, int kind);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_trylock(mtx_t *mutex);
int mtx_timedlock(mtx_t *mutex, const struct timespec *until);
int mtx_unlock(mtx_t *mutex);
int cnd_init(cnd_t *condition);
void cnd_destroy(cnd_t *condition);
int cnd_wait(cnd_t *condition, mtx_t *mutex);
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until);
int cnd_signal(cnd_t *condition);
int cnd_broadcast(cnd_t *condition);
int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);
void call_once(once_flag *flag, void (*routine)(void));
#endif
