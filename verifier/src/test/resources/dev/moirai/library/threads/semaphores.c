#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items, room;
static int buffer, received;

static void *producer(void *argument) {
    for (int i = 1; i <= 3; i++) {
        sem_wait(&room);
        buffer = i;
        sem_post(&items);
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    int level;
    struct timespec soon = {0, 0};
    sem_init(&items, 0, 0);
    sem_init(&room, 0, 1);
    assert(sem_trywait(&items) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&items, &soon) == -1 && errno == ETIMEDOUT);
    pthread_create(&thread, 0, producer, 0);
    for (int i = 1; i <= 3; i++) {
        while (sem_wait(&items) != 0) {}
        assert(buffer == i);
        received += buffer;
        sem_post(&room);
    }
    pthread_join(thread, 0);
    assert(received == 6);
    sem_getvalue(&room, &level);
    assert(level == 1);
    assert(sem_destroy(&items) == 0 && sem_destroy(&room) == 0);
    return 0;
}
