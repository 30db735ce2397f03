/* Michael and Scott's lock-free queue (1996): a tail that may lag one behind, and whoever notices
 * helps it forward.
 *
 * Try:    moirai check examples/check/michael-scott-queue.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node dummy;
struct node nodes[2] = {{.value = 1}, {.value = 2}};
_Atomic(struct node *) head = &dummy;
_Atomic(struct node *) tail = &dummy;

static void enqueue(struct node *node)
{
    for (;;) {
        struct node *last = tail;
        struct node *next = last->next;
        if (next != NULL) { /* the tail lags behind: help */
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
    }
}

static int dequeue(void) /* 0 when empty */
{
    for (;;) {
        struct node *first = head;
        struct node *last = tail;
        struct node *next = first->next;
        if (next == NULL)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next))
            return value;
    }
}

static void *producer(void *argument)
{
    enqueue(argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, &nodes[0]);
    pthread_create(&b, NULL, producer, &nodes[1]);
    int early = dequeue();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = early + dequeue() + dequeue();
    assert(sum == 3);       /* nothing lost, nothing twice */
    assert(dequeue() == 0); /* and nothing left */
    return 0;
}
