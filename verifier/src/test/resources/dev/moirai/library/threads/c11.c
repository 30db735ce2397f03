#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static tss_t key;
static int turn;

static int worker(void *argument) {
    int mine = *(int *) argument;
    assert(tss_set(key, argument) == thrd_success);
    mtx_lock(&lock);
    while (turn != mine) cnd_wait(&changed, &lock);
    turn++;
    cnd_broadcast(&changed);
    mtx_unlock(&lock);
    assert(tss_get(key) == argument);
    if (mine == 1) thrd_exit(-7);
    return mine + 10;
}

int main(void) {
    thrd_t threads[2];
    int numbers[] = {0, 1}, result;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(cnd_init(&changed) == thrd_success);
    assert(tss_create(&key, 0) == thrd_success);
    for (int i = 1; i >= 0; i--) assert(thrd_create(&threads[i], worker, &numbers[i]) == thrd_success);
    assert(thrd_join(threads[0], &result) == thrd_success && result == 10);
    assert(thrd_join(threads[1], &result) == thrd_success && result == -7);
    mtx_t nested;
    mtx_init(&nested, mtx_plain | mtx_recursive);
    assert(mtx_lock(&nested) == thrd_success && mtx_trylock(&nested) == thrd_success);
    mtx_unlock(&nested);
    mtx_unlock(&nested);
    mtx_destroy(&nested);
    mtx_lock(&lock);
    assert(mtx_trylock(&lock) == thrd_busy);
    mtx_unlock(&lock);
    assert(thrd_equal(thrd_current(), thrd_current()));
    return 0;
}
