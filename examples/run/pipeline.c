/* Three stages joined by one-slot channels: numbers, squares, printing. The order is kept whatever
 * the scheduler does.
 *
 * Try:    moirai run examples/run/pipeline.c --seed 3
 * Expect: 1 4 9 16 25
 */
#include <pthread.h>
#include <stdio.h>

struct channel {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int full;
    int value;
};

struct channel numbers = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
struct channel squares = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void send(struct channel *channel, int value)
{
    pthread_mutex_lock(&channel->mutex);
    while (channel->full)
        pthread_cond_wait(&channel->changed, &channel->mutex);
    channel->value = value;
    channel->full = 1;
    pthread_cond_signal(&channel->changed);
    pthread_mutex_unlock(&channel->mutex);
}

static int receive(struct channel *channel)
{
    pthread_mutex_lock(&channel->mutex);
    while (!channel->full)
        pthread_cond_wait(&channel->changed, &channel->mutex);
    int value = channel->value;
    channel->full = 0;
    pthread_cond_signal(&channel->changed);
    pthread_mutex_unlock(&channel->mutex);
    return value;
}

static void *count(void *unused)
{
    for (int n = 1; n <= 5; n++)
        send(&numbers, n);
    send(&numbers, 0);
    return unused;
}

static void *square(void *unused)
{
    int n;
    do {
        n = receive(&numbers);
        send(&squares, n * n);
    } while (n != 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, square, NULL);
    for (int n = receive(&squares); n != 0; n = receive(&squares))
        printf("%d ", n);
    printf("\n");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
