/* As figure-11.c, but what bar writes when it comes late depends on what it saw: then another order of the same steps
   fails, while the recorded one does not. */
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
        y = b + 1;
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
