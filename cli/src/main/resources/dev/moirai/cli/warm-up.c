/* A small program of the usual kind, which a process that stays checks while nobody asks (WarmUp.java). */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct item {
    int number;
    struct item *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct item *top;
static bool wants[2];
static int turn, inside, taken[2];

static void enter(int me) {
    int other = 1 - me;
    wants[me] = true;
    turn = other;
    while (wants[other] && turn == other);
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = false;
}

static void *put(void *argument) {
    struct item *item = malloc(sizeof *item);
    if (!item) return NULL;
    item->number = *(int *)argument;
    pthread_mutex_lock(&mutex);
    item->next = top;
    top = item;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    enter(0);
    return NULL;
}

int main(void) {
    pthread_t thread;
    int given = 3;
    pthread_create(&thread, NULL, put, &given);
    enter(1);
    pthread_mutex_lock(&mutex);
#ifdef FAILING
    if (!top) pthread_cond_wait(&filled, &mutex);
#else
    while (!top) pthread_cond_wait(&filled, &mutex);
#endif
    struct item *item = top;
    taken[0] = item->number;
    top = item->next;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    free(item);
    assert(taken[0] == given);
    return 0;
}
