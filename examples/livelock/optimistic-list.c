/*
 * A sorted list with optimistic locking: search without locks, lock the two nodes found, look whether they are still
 * neighbours, and if not unlock and try again. An add may try again for ever while others add and remove at its place
 * (Herlihy and Shavit's optimistic list, with the driver of Atig, Bouajjani, Emmi and Lal, CAV 2012, Figure 3b).
 *
 *   moirai livelock examples/livelock/optimistic-list.c --stem 1 --lasso 2 --unwind 2 --time 5m
 *
 * Three contexts a thread; takes about half a minute. The lasso makes a node and frees one every time round: memory is
 * the same up to the names of objects.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

typedef struct node {
    char key;
    struct node *next;
    pthread_spinlock_t lock;
} node;

node *head;
bool finished;

static node *make(char key, node *next) {
    node *n = calloc(1, sizeof(node));
    n->key = key;
    n->next = next;
    pthread_spin_init(&n->lock, PTHREAD_PROCESS_PRIVATE);
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

static bool add(char key) {
    while (1) {
        node *pred = head;
        node *curr = pred->next;
        while (curr->key < key) {
            pred = curr;
            curr = curr->next;
        }
        pthread_spin_lock(&pred->lock);
        pthread_spin_lock(&curr->lock);
        if (validate(pred, curr)) {
            bool absent = curr->key != key;
            if (absent) pred->next = make(key, curr);
            pthread_spin_unlock(&curr->lock);
            pthread_spin_unlock(&pred->lock);
            return absent;
        }
        pthread_spin_unlock(&curr->lock);
        pthread_spin_unlock(&pred->lock);
    }
}

static bool delete(char key) {
    while (1) {
        node *pred = head;
        node *curr = pred->next;
        while (curr->key < key) {
            pred = curr;
            curr = curr->next;
        }
        pthread_spin_lock(&pred->lock);
        pthread_spin_lock(&curr->lock);
        if (validate(pred, curr)) {
            bool present = curr->key == key;
            if (present) pred->next = curr->next;
            pthread_spin_unlock(&curr->lock);
            pthread_spin_unlock(&pred->lock);
            if (present) free(curr);
            return present;
        }
        pthread_spin_unlock(&curr->lock);
        pthread_spin_unlock(&pred->lock);
    }
}

void *adder(void *unused) {
    add(5);
    finished = true;
    return 0;
}

void *others(void *unused) {
    while (!finished) {
        char key = __VERIFIER_nondet_char();
        __VERIFIER_assume(0 < key && key < 10);
        if (__VERIFIER_nondet_bool()) add(key);
        else delete(key);
    }
    return 0;
}

int main(void) {
    pthread_t a, o;
    head = make(0, make(10, 0));
    pthread_create(&a, 0, adder, 0);
    pthread_create(&o, 0, others, 0);
    pthread_join(a, 0);
    pthread_join(o, 0);
    return 0;
}
