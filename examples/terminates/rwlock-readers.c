/* Readers count in a loop of their own; the writer writes once. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

static void *reader(void *unused)
{
    for (int i = 0; i < 100; i++) {
        pthread_rwlock_rdlock(&lock);
        int seen = value;
        (void)seen;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_create(&t3, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
