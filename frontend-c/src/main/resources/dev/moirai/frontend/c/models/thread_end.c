/* What happens as a thread ends: its cleanup handlers, then the destructors of thread-specific data. */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);

/* ---- cleanup handlers: a stack for each thread ---- */

struct __moirai_handler {
    void (*routine)(void *);
    void *argument;
    struct __moirai_handler *below;
};

static _Thread_local struct __moirai_handler *__moirai_handlers;

void __moirai_cleanup_push(void (*routine)(void *), void *argument) {
    struct __moirai_handler *handler = __moirai_new(sizeof(struct __moirai_handler));
    handler->routine = routine;
    handler->argument = argument;
    handler->below = __moirai_handlers;
    __moirai_handlers = handler;
}

void __moirai_cleanup_pop(int execute) {
    struct __moirai_handler *top = __moirai_handlers;
    void (*routine)(void *) = top->routine;
    void *argument = top->argument;
    __moirai_handlers = top->below;
    __moirai_free(top);
    if (execute) routine(argument);
}

void __moirai_run_handlers(void) {
    while (__moirai_handlers != NULL) __moirai_cleanup_pop(1);
}

/* ---- keys ---- */

/*
 * A key's epoch is odd while it is in use. A thread's value belongs to the epoch in which it was set, so that it is gone
 * when the key is deleted and given out again.
 */
static unsigned int __moirai_epoch[PTHREAD_KEYS_MAX];
static void (*__moirai_destructor[PTHREAD_KEYS_MAX])(void *);

static _Thread_local unsigned int __moirai_set_in[PTHREAD_KEYS_MAX];
static _Thread_local void *__moirai_value[PTHREAD_KEYS_MAX];
/* One more than the highest key this thread has set: no further need anybody look. */
static _Thread_local unsigned int __moirai_highest;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    for (unsigned int k = 0; k < PTHREAD_KEYS_MAX; k++) {
        unsigned int epoch = __atomic_load_n(&__moirai_epoch[k], 5);
        if ((epoch & 1) != 0) continue;
        if (__sync_bool_compare_and_swap(&__moirai_epoch[k], epoch, epoch + 1)) {
            __atomic_store_n(&__moirai_destructor[k], destructor, 5);
            *key = k;
            return 0;
        }
    }
    return EAGAIN;
}

int pthread_key_delete(pthread_key_t key) {
    if (key >= PTHREAD_KEYS_MAX) return EINVAL;
    unsigned int epoch = __atomic_load_n(&__moirai_epoch[key], 5);
    if ((epoch & 1) == 0) return EINVAL;
    return __sync_bool_compare_and_swap(&__moirai_epoch[key], epoch, epoch + 1) ? 0 : EINVAL;
}

void *pthread_getspecific(pthread_key_t key) {
    if (key >= __moirai_highest || __moirai_value[key] == NULL) return NULL;
    return __moirai_set_in[key] == __atomic_load_n(&__moirai_epoch[key], 5) ? __moirai_value[key] : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= PTHREAD_KEYS_MAX) return EINVAL;
    unsigned int epoch = __atomic_load_n(&__moirai_epoch[key], 5);
    if ((epoch & 1) == 0) return EINVAL;
    __moirai_set_in[key] = epoch;
    __moirai_value[key] = (void *) value;
    if (key >= __moirai_highest) __moirai_highest = key + 1;
    return 0;
}

int tss_create(pthread_key_t *key, void (*destructor)(void *)) {
    return pthread_key_create(key, destructor) == 0 ? 0 : 2;
}

void tss_delete(pthread_key_t key) {
    pthread_key_delete(key);
}

void *tss_get(pthread_key_t key) {
    return pthread_getspecific(key);
}

int tss_set(pthread_key_t key, void *value) {
    return pthread_setspecific(key, value) == 0 ? 0 : 2;
}

/* ---- the end ---- */

/* A destructor may set values again; after some rounds nobody cares any more. */
static void __moirai_run_destructors(void) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        int ran = 0;
        for (unsigned int key = 0; key < __moirai_highest; key++) {
            void *value = __moirai_value[key];
            if (value == NULL) continue;
            if (__moirai_set_in[key] != __atomic_load_n(&__moirai_epoch[key], 5)) continue;
            __moirai_value[key] = NULL;
            void (*destructor)(void *) = __atomic_load_n(&__moirai_destructor[key], 5);
            if (destructor == NULL) continue;
            destructor(value);
            ran = 1;
        }
        if (!ran) return;
    }
}

/* A thread that ends by pthread_exit has run its handlers before. */
void __moirai_thread_epilogue(void) {
    __moirai_run_handlers();
    __moirai_run_destructors();
}
