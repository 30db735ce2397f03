/*
 * A sorted list with optimistic locking: search without locks, lock the two nodes found, look whether they are still
 * neighbours, and if not unlock and try again. An add may try again for ever while others add and remove at its place.
 *
 * The list is OptimisticList of Herlihy and Shavit, The Art of Multiprocessor Programming, section 9.6; the driver is
 * that of Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3b. A node that is removed is freed, as there: so the lasso
 * makes a node and frees one every time round, and memory is the same up to the names of objects.
 *
 *   moirai livelock examples/livelock/optimistic-list.c --stem 0 --lasso 2 --unwind 2
 *
 * Three contexts a thread: one before the lasso, two in it. With -D INITIAL the list has an arbitrary element at first.
 */
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

typedef struct node {
    int key;
    struct node *next;
    pthread_mutex_t lock;
} node;

node *head;
bool flag = true;

static node *make(int key, node *next) {
    node *n = malloc(sizeof(node));
    n->key = key;
    n->next = next;
    pthread_mutex_init(&n->lock, 0);
    return n;
}

/* Whether `pred` is in the list and `curr` comes right after it. */
static bool validate(node *pred, node *curr) {
    node *n = head;
    while (n->key <= pred->key) {
        if (n == pred) return pred->next == curr;
        n = n->next;
    }
    return false;
}

static bool add(int key) {
    while (true) {
        node *pred = head;
        node *curr = pred->next;
        while (curr->key < key) {
            pred = curr;
            curr = curr->next;
        }
        pthread_mutex_lock(&pred->lock);
        pthread_mutex_lock(&curr->lock);
        bool valid = validate(pred, curr);
        bool absent = curr->key != key;
        if (valid && absent) pred->next = make(key, curr);
        pthread_mutex_unlock(&curr->lock);
        pthread_mutex_unlock(&pred->lock);
        if (valid) return absent;
    }
}

static bool delete(int key) {
    while (true) {
        node *pred = head;
        node *curr = pred->next;
        while (curr->key < key) {
            pred = curr;
            curr = curr->next;
        }
        pthread_mutex_lock(&pred->lock);
        pthread_mutex_lock(&curr->lock);
        bool valid = validate(pred, curr);
        bool present = curr->key == key;
        if (valid && present) pred->next = curr->next;
        pthread_mutex_unlock(&curr->lock);
        pthread_mutex_unlock(&pred->lock);
        if (valid && present) {
            pthread_mutex_destroy(&curr->lock);
            free(curr);
        }
        if (valid) return present;
    }
}

static int any_key(void) {
    int key = __VERIFIER_nondet_int();
    __VERIFIER_assume(INT_MIN < key && key < INT_MAX);
    return key;
}

void *adder(void *unused) {
    add(any_key());
    flag = false;
    return 0;
}

void *others(void *unused) {
    while (flag) {
        int key = any_key();
        if (__VERIFIER_nondet_bool()) add(key);
        else delete(key);
    }
    return 0;
}

int main(void) {
    node *last = make(INT_MAX, 0);
#ifdef INITIAL
    last = make(any_key(), last);
#endif
    head = make(INT_MIN, last);
    pthread_t a, o;
    pthread_create(&a, 0, adder, 0);
    pthread_create(&o, 0, others, 0);
    pthread_join(a, 0);
    pthread_join(o, 0);
    return 0;
}
