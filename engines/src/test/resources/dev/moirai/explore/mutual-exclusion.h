// What the algorithms have in common: two threads that go in and out for ever, and a witness of who is inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int inside;

static void visit(void)
{
    atomic_fetch_add(&inside, 1);
    assert(inside == 1);
    atomic_fetch_sub(&inside, 1);
}

static void enter(int me);
static void leave(int me);

static void *visitor(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        enter(me);
        visit();
        leave(me);
    }
    return argument;
}

#ifndef VISITORS
#define VISITORS 2
#endif

int main(void)
{
    int names[VISITORS];
    pthread_t threads[VISITORS];
    for (int i = 0; i < VISITORS; i++) {
        names[i] = i;
        pthread_create(&threads[i], NULL, visitor, &names[i]);
    }
    for (int i = 0; i < VISITORS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
