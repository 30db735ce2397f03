/* A reader asks for data, and waits until the callback of the device has cleared a flag. The mended order: the flag
 * is set before the request is made, so that the callback cannot be overtaken. The callback, which empties the
 * device's buffer, always ends; the reader only if the scheduler is fair. The pattern is that of a bug in Mozilla
 * which Lu, Park, Seo and Zhou describe (ASPLOS 2008, Figure 4). */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int io_pending;
int requested;
int available;
int copied;
pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER;

static void *done_waiting(void *unused)
{
    int left;
    for (;;) {
        pthread_mutex_lock(&device);
        left = available;
        if (left > 0) {
            available = left - 1;
            copied = copied + 1;
        }
        pthread_mutex_unlock(&device);
        if (left <= 0)
            break;
    }
    io_pending = 0;
    return NULL;
}

static void *read_write(void *unused)
{
    int files = requested;
    while (files > 0) {
        io_pending = 1;
        while (io_pending)
            ;
        files--;
    }
    return NULL;
}

int main(void)
{
    available = __VERIFIER_nondet_int();
    requested = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, done_waiting, NULL);
    pthread_create(&t2, NULL, read_write, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
