#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t number, text, bare;
static _Atomic int destroyed, sum;

static void destroy(void *value) {
    destroyed++;
    sum += *(int *) value;
    free(value);
}

static void *worker(void *argument) {
    assert(pthread_getspecific(number) == NULL);
    int *mine = malloc(sizeof(int));
    *mine = *(int *) argument;
    assert(pthread_setspecific(number, mine) == 0);
    pthread_setspecific(bare, argument);
    pthread_yield();
    assert(*(int *) pthread_getspecific(number) == *(int *) argument);
    if (*mine == 2) pthread_exit(NULL);
    return NULL;
}

int main(void) {
    assert(pthread_key_create(&number, destroy) == 0);
    assert(pthread_key_create(&bare, NULL) == 0);
    assert(pthread_key_create(&text, free) == 0);
    assert(number != bare && bare != text);
    pthread_t threads[3];
    int values[] = {1, 2, 4};
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, &values[i]);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    assert(destroyed == 3 && sum == 7);
    assert(pthread_getspecific(number) == NULL);
    pthread_setspecific(text, "main");
    assert(pthread_key_delete(text) == 0);
    assert(pthread_key_delete(text) != 0);
    pthread_key_t next;
    assert(pthread_key_create(&next, NULL) == 0);
    assert(pthread_getspecific(next) == NULL);
    return 0;
}
