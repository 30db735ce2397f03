/* Reference counting: whoever drops the last reference frees the object.
 *
 * Try:    moirai check examples/check/refcount.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int payload;
};

static void drop(struct object *object)
{
    if (atomic_fetch_sub(&object->references, 1) == 1)
        free(object);
}

static void *user(void *argument)
{
    struct object *object = argument;
    assert(object->payload == 42);
    drop(object);
    return NULL;
}

int main(void)
{
    struct object *object = malloc(sizeof *object);
    object->references = 2;
    object->payload = 42;
    pthread_t a, b;
    pthread_create(&a, NULL, user, object);
    pthread_create(&b, NULL, user, object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
