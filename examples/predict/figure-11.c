/* Two threads that look at each other's variable. In the recorded run one comes after the other; when they overlap, x and
   y may end up the same. */
#include <assert.h>
#include <pthread.h>

int x, y;

void *foo(void *unused) {
    int a = y;
    if (a == 0) {
        x = 1;
        a = x + 1;
        x = a;
    } else {
        x = 0;
    }
    return 0;
}

void *bar(void *unused) {
    int b = x;
    if (b == 0) {
        y = 1;
        b = y + 1;
        y = b;
    } else {
        y = 0;
    }
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, foo, 0);
    pthread_create(&t2, 0, bar, 0);
    pthread_join(t2, 0);
    pthread_join(t1, 0);
    assert(x != y);
    return 0;
}
