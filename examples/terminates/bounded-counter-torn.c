/* The counter is raised in two steps, a read and a write: a slow writer can set it back again and again, but not
 * without an end, as each of its writes comes from a round of its own. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x, limit;

static void *ones(void *unused)
{
    while (x < limit)
        x = x + 1;
    return NULL;
}

static void *twos(void *unused)
{
    while (x < limit)
        x = x + 2;
    return NULL;
}

int main(void)
{
    limit = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, ones, NULL);
    pthread_create(&t2, NULL, twos, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
