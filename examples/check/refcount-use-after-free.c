/* Reference counting that reads the counter again after lowering it: by then the other thread may
 * have freed the object.
 *
 * Try:    moirai check examples/check/refcount-use-after-free.c --engine explicit
 * Expect: VERDICT: VIOLATED memory
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
};

static void drop(struct object *object)
{
    atomic_fetch_sub(&object->references, 1);
    if (object->references == 0) /* a second look: too late, and both may see zero */
        free(object);
}

static void *user(void *argument)
{
    drop(argument);
    return NULL;
}

int main(void)
{
    struct object *object = malloc(sizeof *object);
    object->references = 2;
    pthread_t a, b;
    pthread_create(&a, NULL, user, object);
    pthread_create(&b, NULL, user, object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
