/* The sorted list with a gap: it finds the place under no lock and locks only the node before it. Two
 * insertions at the same place overwrite each other.
 *
 * Try:    moirai check examples/check/hand-over-hand-list-gap.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
    pthread_mutex_t mutex;
    int key;
    struct node *next;
};

struct node last = {PTHREAD_MUTEX_INITIALIZER, 100, NULL};
struct node first = {PTHREAD_MUTEX_INITIALIZER, 0, &last};
struct node two = {PTHREAD_MUTEX_INITIALIZER, 2, NULL};
struct node three = {PTHREAD_MUTEX_INITIALIZER, 3, NULL};

static void insert(struct node *fresh)
{
    struct node *before = &first;
    while (before->next->key < fresh->key)
        before = before->next;
    fresh->next = before->next; /* may be out of date when the lock is taken */
    pthread_mutex_lock(&before->mutex);
    before->next = fresh;
    pthread_mutex_unlock(&before->mutex);
}

static void *worker(void *argument)
{
    insert(argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &two);
    pthread_create(&b, NULL, worker, &three);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int length = 0;
    for (struct node *node = first.next; node != &last; node = node->next)
        length++;
    assert(length == 2);
    return 0;
}
