#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive, checking, fast = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static int spun, shared, serial;

static void *worker(void *argument) {
    pthread_spin_lock(&spin);
    spun++;
    pthread_spin_unlock(&spin);
    pthread_rwlock_wrlock(&rwlock);
    shared++;
    pthread_rwlock_unlock(&rwlock);
    assert(pthread_mutex_unlock(&checking) == EPERM);
    int last = pthread_barrier_wait(&barrier);
    if (last == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    else assert(last == 0);
    pthread_rwlock_rdlock(&rwlock);
    assert(shared == 2);
    pthread_rwlock_unlock(&rwlock);
    return argument;
}

int main(void) {
    pthread_mutexattr_t kind;
    int found;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_gettype(&kind, &found);
    assert(found == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &kind);
    pthread_mutexattr_destroy(&kind);
    assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK);
    assert(pthread_mutex_lock(&fast) == 0 && pthread_mutex_trylock(&fast) == EBUSY);
    assert(pthread_mutex_timedlock(&fast, 0) == ETIMEDOUT);
    static pthread_mutex_t ready = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    assert(pthread_mutex_lock(&ready) == 0 && pthread_mutex_trylock(&ready) == 0);
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, 0, 2);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    assert(serial == 1 && spun == 2);
    assert(pthread_rwlock_rdlock(&rwlock) == 0 && pthread_rwlock_tryrdlock(&rwlock) == 0);
    assert(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    assert(pthread_mutex_unlock(&checking) == 0 && pthread_mutex_destroy(&checking) == 0);
    assert(pthread_barrier_destroy(&barrier) == 0 && pthread_spin_destroy(&spin) == 0);
    return 0;
}
