/* A counter in a struct, reached through a pointer that was handed over. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int left;
    int done;
} job;

static void *worker(void *unused)
{
    struct job *mine = unused;
    while (mine->left > 0) {
        mine->left--;
        mine->done++;
    }
    return NULL;
}

int main(void)
{
    job.left = __VERIFIER_nondet_int();
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &job);
    pthread_join(thread, NULL);
    return 0;
}
