/* What C programs commonly use, so that the classes that deal with it are in the cache of a start (Training.java). */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIZE 3
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void undefined(int count, char *const words[]);

enum state { IDLE, BUSY = 4 };

typedef int word __attribute__((__mode__(__word__)));

typedef struct node {
    struct node *next;
    union {
        int number;
        char bytes[4];
    };
    unsigned flag : 1, kind : 3;
    enum state state;
} node;

static node *list;
static int table[SIZE] = {1, [2] = 3}, total;
static const char *names[] = {"one", "two"};
static atomic_int turns = 0;
static _Thread_local int mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, tried;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t start;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t slots;
static volatile bool done;
static int (*action)(int);

static int twice(int value) { return value << 1; }

static inline unsigned long hash(const char *text) {
    unsigned long sum = 5381;
    for (size_t i = 0; i < strlen(text); i++) sum = sum * 33u ^ (unsigned char)text[i];
    return sum;
}

static void push(int number) {
    node *made = malloc(sizeof *made);
    if (made == NULL) exit(EXIT_FAILURE);
    memset(made, 0, sizeof(node));
    *made = (node){.next = list, .number = number, .kind = 2};
    list = made;
    pthread_cond_signal(&filled);
}

static void first(void) { action = twice; }

static void *producer(void *argument) {
    int number = *(int *)argument;
    pthread_once(&once, first);
    pthread_barrier_wait(&start);
    pthread_mutex_lock(&lock);
    push(action(number));
    pthread_mutex_unlock(&lock);
    sem_post(&slots);
    if (pthread_mutex_trylock(&tried) == 0) {
        total += number;
        pthread_mutex_unlock(&tried);
    }
    mine++;
    atomic_fetch_add(&turns, 1);
    __sync_fetch_and_add(&total, 0);
    return (void *)(intptr_t)number;
}

static void *reader(void *argument) {
    (void)argument;
    pthread_barrier_wait(&start);
    sem_wait(&slots);
    pthread_rwlock_rdlock(&shared);
    int seen = table[total & 1];
    pthread_rwlock_unlock(&shared);
    __VERIFIER_atomic_begin();
    total = seen;
    __VERIFIER_atomic_end();
    pthread_exit(NULL);
}

int main(int argc, char **argv) {
    pthread_t a, b;
    pthread_attr_t attributes;
    char text[16];
    int number = 2, expected = 0, input = __VERIFIER_nondet_bool();
    void *result;
#ifdef SYMBOLIC /* more values than can be tried one by one */
    input = __VERIFIER_nondet_int();
#endif
    __VERIFIER_assume(input >= 0 && input < SIZE);
    table[input] = LARGER(input, 1);
    if (argc > 1) sscanf(argv[1], "%d", &number);
    if (argc > 4) undefined(argc, argv);
    pthread_mutex_init(&tried, NULL);
    pthread_cond_init(&emptied, NULL);
    pthread_barrier_init(&start, NULL, 2);
    sem_init(&slots, 0, 0);
    pthread_attr_init(&attributes);
    pthread_create(&a, &attributes, producer, &number);
    pthread_create(&b, NULL, reader, NULL);
    pthread_mutex_lock(&lock);
    while (list == NULL) pthread_cond_wait(&filled, &lock);
    node *taken = list;
    list = taken->next;
    pthread_mutex_unlock(&lock);
    switch (taken->state) {
    case IDLE: number = taken->number; break;
    case BUSY: goto failed;
    default: break;
    }
    pthread_join(a, &result);
    pthread_join(b, NULL);
    strcpy(text, names[input % 2]);
    strncpy(text, "x", 2);
    if (strcmp(text, names[0]) != 0 && hash(text) % 7 == 0) memcpy(text, "abc", 4);
    free(taken);
    int *more = calloc(2, sizeof(int));
    more = realloc(more, 4 * sizeof(int));
    free(more);
    do number--;
    while (number > 0);
    if (atomic_compare_exchange_strong(&turns, &expected, 5)) fprintf(stderr, "%s %d\n", strerror(EINVAL), errno);
    printf("%d %5u %s %c %lu %p\n", total, 7u, text, 'c', sizeof text, result);
    puts("done");
    if (input) usleep(10);
    done = true;
    unsigned char small = input ? 3 : 5;
    total += small + (short)small;
    pthread_mutex_destroy(&tried);
    pthread_cond_destroy(&filled);
    pthread_cond_destroy(&emptied);
    pthread_rwlock_destroy(&shared);
    pthread_barrier_destroy(&start);
    sem_destroy(&slots);
#ifdef FAILING
    assert(input < 2);
#endif
    assert(number <= INT_MAX / 2);
    return 0;
failed:
    perror("failed");
    abort();
}

__attribute__((weak)) void undefined(int count, char *const words[]) { (void)count, (void)words; }
