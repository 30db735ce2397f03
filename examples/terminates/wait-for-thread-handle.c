/* An order violation, mended: a new thread must not look at its own handle before its creator has stored it, so it
 * waits. The creator always ends; the waiter ends only if the scheduler is fair. The pattern is that of a bug in
 * Mozilla which Lu, Park, Seo and Zhou describe (ASPLOS 2008, Figure 2). */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int handle; /* 0: not stored yet */
int slots;

static void *creator(void *unused)
{
    int steps = slots;
    while (steps > 0) /* prepares the thread */
        steps--;
    handle = 42;
    return NULL;
}

static void *created(void *unused)
{
    int mine;
    do
        mine = handle;
    while (mine == 0);
    return NULL;
}

int main(void)
{
    slots = __VERIFIER_nondet_int();
    pthread_t t1, t2;
    pthread_create(&t1, NULL, creator, NULL);
    pthread_create(&t2, NULL, created, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
