/* Two threads say hello; which comes first is the scheduler's choice, and the seed's.
 *
 * Try:    moirai run examples/run/hello.c
 *         moirai run examples/run/hello.c --seed 7
 */
#include <pthread.h>
#include <stdio.h>

static void *greet(void *argument)
{
    const char *name = argument;
    printf("hello from %s\n", name);
    return NULL;
}

int main(void)
{
    pthread_t clotho, lachesis;
    pthread_create(&clotho, NULL, greet, "Clotho");
    pthread_create(&lachesis, NULL, greet, "Lachesis");
    pthread_join(clotho, NULL);
    pthread_join(lachesis, NULL);
    printf("goodbye from main\n");
    return 0;
}
