/* Treiber's lock-free stack (1986): push and pop swing the top with compare-and-swap. Nodes are not
 * used twice here, so the ABA problem cannot bite.
 *
 * Try:    moirai check examples/check/treiber-stack.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) top;
struct node nodes[2] = {{.value = 1}, {.value = 2}};
int taken[2];

static void push(struct node *node)
{
    struct node *seen = atomic_load(&top);
    do
        node->next = seen;
    while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static struct node *pop(void)
{
    struct node *seen = atomic_load(&top);
    while (seen != NULL && !atomic_compare_exchange_strong(&top, &seen, seen->next))
        ;
    return seen;
}

static void *worker(void *argument)
{
    int me = *(int *)argument;
    push(&nodes[me]);
    struct node *node = pop();
    assert(node != NULL);
    taken[me] = node->value;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int names[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(taken[0] + taken[1] == 3);
    assert(atomic_load(&top) == NULL);
    return 0;
}
