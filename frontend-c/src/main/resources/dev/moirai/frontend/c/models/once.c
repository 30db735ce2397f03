/* One-time initialisation: 0 not begun, 1 under way, 2 done. Whoever finds it under way waits. */

#include <pthread.h>

void __moirai_await_int(int *place, int value);

static void __moirai_once(int *control, void (*routine)(void)) {
    int before = __sync_val_compare_and_swap(control, 0, 1);
    if (before == 0) {
        routine();
        __atomic_store_n(control, 2, 5);
    } else if (before == 1) {
        __moirai_await_int(control, 2);
    }
}

int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    __moirai_once(control, routine);
    return 0;
}

void call_once(int *flag, void (*routine)(void)) {
    __moirai_once(flag, routine);
}
