/* A reader retries while a writer is busy; the writer writes a number of times. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int sequence, value, writes;

static void *reader(void *unused)
{
    int before, after;
    do {
        before = sequence;
        int seen = value;
        (void)seen;
        after = sequence;
    } while (before != after);
    return NULL;
}

static void *writer(void *unused)
{
    for (int i = 0; i < writes; i++) {
        sequence = sequence + 1;
        value = i;
        sequence = sequence + 1;
    }
    return NULL;
}

int main(void)
{
    writes = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
