/* An unsigned counter goes up in steps of two, wraps around, and never meets seven. No state comes back for two thousand
 * million rounds; that the counter stays even shows that there is no end. */
#include <pthread.h>

unsigned n;

static void *counter(void *unused)
{
    while (n != 7)
        n += 2;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_join(t1, NULL);
    return 0;
}
