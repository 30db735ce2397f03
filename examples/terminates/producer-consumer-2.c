/* A producer fills two queues, 1 consumer empty them. Nobody waits for anybody. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int work, queue1, queue2;

static void *producer(void *unused)
{
    while (work > 0) {
        __VERIFIER_atomic_begin();
        work = work - 1;
        if (__VERIFIER_nondet_int())
            queue1 = queue1 + 1;
        else
            queue2 = queue2 + 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

static void *consumer1(void *unused)
{
    while (queue1 > 0) {
        __VERIFIER_atomic_begin();
        queue1 = queue1 - 1;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int main(void)
{
    work = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer1, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
