/* P5. The race on d needs the reader to come after x = 1 and before d = 1, while the recorded run has it see x = 2: who
   holds reads to the values they saw cannot find it. */
#include <pthread.h>

_Atomic int x;
int d;

void *writer(void *unused) {
    x = 1;
    d = 1;
    x = 2;
    return 0;
}

void *reader(void *unused) {
    if (x > 0) d = 2;
    return 0;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
    return 0;
}
