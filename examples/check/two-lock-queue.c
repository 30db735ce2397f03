/* Michael and Scott's two-lock queue (1996): one mutex for the head, one for the tail; a dummy node
 * keeps them apart, and `next` is the only field both sides touch.
 *
 * Try:    moirai check examples/check/two-lock-queue.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node *head, *tail;
pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t tail_lock = PTHREAD_MUTEX_INITIALIZER;

static void enqueue(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    pthread_mutex_lock(&tail_lock);
    tail->next = node;
    tail = node;
    pthread_mutex_unlock(&tail_lock);
}

static int dequeue(int *value)
{
    pthread_mutex_lock(&head_lock);
    struct node *first = head;
    struct node *next = first->next;
    if (next == NULL) {
        pthread_mutex_unlock(&head_lock);
        return 0;
    }
    *value = next->value;
    head = next;
    pthread_mutex_unlock(&head_lock);
    free(first);
    return 1;
}

static void *producer(void *unused)
{
    enqueue(1);
    enqueue(2);
    return unused;
}

static void *consumer(void *unused)
{
    int value, last = 0;
    for (int i = 0; i < 2; i++) {
        if (dequeue(&value)) {
            assert(value == last + 1); /* first in, first out */
            last = value;
        }
    }
    return unused;
}

int main(void)
{
    head = tail = calloc(1, sizeof *head);
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
