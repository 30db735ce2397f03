/* A pointer is tested and then used, and another thread clears it in between.
 *
 * Try:    moirai check examples/check/check-then-use.c --engine explicit
 * Expect: VERDICT: VIOLATED memory
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data = 5;
int *_Atomic connection = &data;

static void *user(void *unused)
{
    if (connection != NULL)
        *connection = 6; /* read again: may be null by now */
    return unused;
}

static void *closer(void *unused)
{
    connection = NULL;
    return unused;
}

int main(void)
{
    pthread_t u, c;
    pthread_create(&u, NULL, user, NULL);
    pthread_create(&c, NULL, closer, NULL);
    pthread_join(u, NULL);
    pthread_join(c, NULL);
    return 0;
}
