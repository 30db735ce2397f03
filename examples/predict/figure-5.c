/* The violation changes what the thread does afterwards: a branch of the recorded run is not taken any more. A prefix of
   the recorded run shows it all the same. */
#include <moirai.h>
#include <pthread.h>

int x;

void *checker(void *unused) {
    MOIRAI_ATOMIC_BEGIN();
    x = 0;
    int a = x + 1;
    MOIRAI_ATOMIC_END();
    if (a == 1) x = 2;
    return 0;
}

void *intruder(void *unused) {
    x = 3;
    int b = x;
    return 0;
}

int main(void) {
    pthread_t c, i;
    pthread_create(&c, 0, checker, 0);
    pthread_create(&i, 0, intruder, 0);
    pthread_join(c, 0);
    pthread_join(i, 0);
    return 0;
}
