/* The same with a recursive mutex: its holder may lock it again.
 *
 * Try:    moirai check examples/check/relock-recursive.c --engine explicit
 * Expect: VERDICT: HOLDS
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex;
int total;

static void add(int n)
{
    pthread_mutex_lock(&mutex);
    total += n;
    pthread_mutex_unlock(&mutex);
}

static void *add_twice(void *unused)
{
    pthread_mutex_lock(&mutex);
    int before = total;
    add(1);
    add(1);
    assert(total == before + 2); /* nobody came in between */
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    pthread_t a, b;
    pthread_create(&a, NULL, add_twice, NULL);
    pthread_create(&b, NULL, add_twice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total == 4);
    return 0;
}
