/* A function that locks calls another one that locks the same mutex. A normal mutex blocks its own
 * holder for ever.
 *
 * Try:    moirai check examples/check/relock.c --engine explicit
 * Expect: VERDICT: VIOLATED deadlock
 */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total;

static void add(int n)
{
    pthread_mutex_lock(&mutex);
    total += n;
    pthread_mutex_unlock(&mutex);
}

static void add_twice(int n)
{
    pthread_mutex_lock(&mutex);
    add(n);
    add(n);
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    add_twice(1);
    return total;
}
