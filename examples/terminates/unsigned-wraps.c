/* The counter goes up in steps of two and is compared with an odd limit: as it is unsigned it wraps around, and comes
 * back to where it was. */
#include <pthread.h>

unsigned char x;

static void *counter(void *unused)
{
    while (x < 255)
        x += 2;
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_join(t1, NULL);
    return 0;
}
