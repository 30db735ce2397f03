/* The pattern of atom001: a log is closed and opened again, as one transaction; whoever writes in between finds it closed
   and drops its entry (write, read, write). Every access is under the lock, the transaction is not. With FIXED the writer
   waits until a flag says that the log has been turned: the locks are as before, and only data keeps the two apart. */
#include <moirai.h>
#include <pthread.h>

int is_open = 1, written, dropped, generation;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turned_condition = PTHREAD_COND_INITIALIZER;
int turned;

static void *rotate(void *unused) {
    MOIRAI_ATOMIC_BEGIN();
    pthread_mutex_lock(&m);
    is_open = 0;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    generation = generation + 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    is_open = 1;
    pthread_mutex_unlock(&m);
    MOIRAI_ATOMIC_END();
    pthread_mutex_lock(&m);
    turned = 1;
    pthread_cond_broadcast(&turned_condition);
    pthread_mutex_unlock(&m);
    return 0;
}

static void *writer(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&m);
    while (!turned) pthread_cond_wait(&turned_condition, &m);
    pthread_mutex_unlock(&m);
#endif
    pthread_mutex_lock(&m);
    int open = is_open;
    pthread_mutex_unlock(&m);
    if (open) written = written + 1;
    else dropped = dropped + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, rotate, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
