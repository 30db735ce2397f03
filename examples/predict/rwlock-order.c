/* Two read-write locks in both orders: whoever writes with one waits for the other's reader. With two readers on either side
   nobody would. */
#include <pthread.h>

pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER, index_lock = PTHREAD_RWLOCK_INITIALIZER;
int rows, entries;

void *insert(void *unused) {
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_rdlock(&index_lock);
    rows = rows + entries;
    pthread_rwlock_unlock(&index_lock);
    pthread_rwlock_unlock(&table);
    return 0;
}

void *rebuild(void *unused) {
    pthread_rwlock_wrlock(&index_lock);
    pthread_rwlock_rdlock(&table);
    entries = rows;
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&index_lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, insert, 0);
    pthread_create(&b, 0, rebuild, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
