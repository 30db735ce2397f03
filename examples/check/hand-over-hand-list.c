/* A sorted list with a lock a node, locked hand over hand: the next node is locked before the current
 * one is let go, so nobody can slip in between.
 *
 * Try:    moirai check examples/check/hand-over-hand-list.c --engine explicit
 * Expect: VERDICT: HOLDS
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
    pthread_mutex_lock(&before->mutex);
    struct node *current = before->next;
    pthread_mutex_lock(&current->mutex);
    while (current->key < fresh->key) {
        pthread_mutex_unlock(&before->mutex);
        before = current;
        current = current->next;
        pthread_mutex_lock(&current->mutex);
    }
    fresh->next = current;
    before->next = fresh;
    pthread_mutex_unlock(&current->mutex);
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
    assert(first.next == &two);
    assert(two.next == &three);
    assert(three.next == &last);
    return 0;
}
