/* Treiber's stack with reused nodes: the ABA problem. A slow pop reads top == A and A's successor B.
 * Meanwhile another thread pops A and B and pushes A again. The slow compare-and-swap still finds A,
 * succeeds, and makes B the top, which is no longer in the stack.
 *
 * Try:    moirai check examples/check/treiber-stack-aba.c --engine explicit
 * Expect: VERDICT: VIOLATED assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    atomic_int in_use; /* 1 while somebody has popped it and not given it back */
    _Atomic(struct node *) next;
};

struct node a, b;
_Atomic(struct node *) top = &a;

static void push(struct node *node)
{
    struct node *seen = top;
    do
        node->next = seen;
    while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static struct node *pop(void)
{
    struct node *seen = top;
    while (seen != NULL) {
        struct node *next = seen->next;
        if (atomic_compare_exchange_strong(&top, &seen, next))
            break;
    }
    return seen;
}

static void take(struct node *node)
{
    if (node != NULL)
        assert(atomic_exchange(&node->in_use, 1) == 0); /* nobody else has it */
}

static void *slow(void *unused)
{
    take(pop());
    take(pop());
    return unused;
}

static void *fast(void *unused)
{
    struct node *first = pop();
    take(first);
    take(pop());
    if (first != NULL) {
        first->in_use = 0;
        push(first);
    }
    return unused;
}

int main(void)
{
    a.next = &b;
    pthread_t s, f;
    pthread_create(&s, NULL, slow, NULL);
    pthread_create(&f, NULL, fast, NULL);
    pthread_join(s, NULL);
    pthread_join(f, NULL);
    return 0;
}
