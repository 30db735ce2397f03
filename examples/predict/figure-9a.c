/* The intruder writes x only once it has seen what the transaction wrote: no order breaks the transaction. Who ignores
   data sees a violation. */
#include <moirai.h>
#include <pthread.h>

int x;

void *transaction(void *unused) {
    MOIRAI_ATOMIC_BEGIN();
    int a = x;
    x = a + 1;
    MOIRAI_ATOMIC_END();
    return 0;
}

void *intruder(void *unused) {
    int b = x;
    if (b > 0) x = 3;
    return 0;
}

int main(void) {
    pthread_t t, i;
    pthread_create(&t, 0, transaction, 0);
    pthread_create(&i, 0, intruder, 0);
    pthread_join(t, 0);
    pthread_join(i, 0);
    return 0;
}
