/* Pipes and eventfd: byte queues on which threads really wait. */

#include <errno.h>
#include <moirai/queues.h>
#include <stddef.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);

pthread_mutex_t __moirai_queues = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t __moirai_changed = PTHREAD_COND_INITIALIZER;

/* What a pipe holds, and what it takes in one go. */
#define __MOIRAI_PIPE 65536
#define __MOIRAI_ATOMIC 4096

struct __moirai_queue {
    unsigned char *bytes;
    size_t room;
    size_t begin;
    size_t count;
    int readers;
    int writers;
};

static void __moirai_enqueue(struct __moirai_queue *queue, const unsigned char *bytes, size_t size) {
    if (queue->count + size > queue->room) {
        size_t room = 2 * (queue->count + size);
        unsigned char *wider = __moirai_new(room);
        for (size_t i = 0; i < queue->count; i++) wider[i] = queue->bytes[(queue->begin + i) % queue->room];
        if (queue->room != 0) __moirai_free(queue->bytes);
        queue->bytes = wider;
        queue->room = room;
        queue->begin = 0;
    }
    for (size_t i = 0; i < size; i++) queue->bytes[(queue->begin + queue->count + i) % queue->room] = bytes[i];
    queue->count += size;
}

static long __moirai_pipe_read(struct __moirai_description *from, unsigned char *into, size_t size) {
    struct __moirai_queue *queue = from->queue;
    if (size == 0) return 0;
    pthread_mutex_lock(&__moirai_queues);
    while (queue->count == 0) {
        int closed = queue->writers == 0;
        if (closed || (from->flags & __MOIRAI_NONBLOCK) != 0) {
            pthread_mutex_unlock(&__moirai_queues);
            return closed ? 0 : -EAGAIN;
        }
        pthread_cond_wait(&__moirai_changed, &__moirai_queues);
    }
    size_t got = queue->count < size ? queue->count : size;
    unsigned char *copy = __moirai_new(got);
    for (size_t i = 0; i < got; i++) copy[i] = queue->bytes[(queue->begin + i) % queue->room];
    queue->begin = (queue->begin + got) % queue->room;
    queue->count -= got;
    pthread_cond_broadcast(&__moirai_changed);
    pthread_mutex_unlock(&__moirai_queues);
    for (size_t i = 0; i < got; i++) into[i] = copy[i];
    __moirai_free(copy);
    return (long) got;
}

static long __moirai_pipe_write(struct __moirai_description *to, const unsigned char *from, size_t size) {
    struct __moirai_queue *queue = to->queue;
    unsigned char *copy = __moirai_new(size);
    size_t done = 0;
    long failure = 0;
    for (size_t i = 0; i < size; i++) copy[i] = from[i];
    pthread_mutex_lock(&__moirai_queues);
    while (done < size && failure == 0) {
        size_t left = size - done;
        size_t space = __MOIRAI_PIPE - queue->count;
        if (queue->readers == 0) {
            failure = -EPIPE;
        } else if (space == 0 || (size <= __MOIRAI_ATOMIC && space < size)) {
            if ((to->flags & __MOIRAI_NONBLOCK) != 0) failure = -EAGAIN;
            else pthread_cond_wait(&__moirai_changed, &__moirai_queues);
        } else {
            size_t some = left < space ? left : space;
            __moirai_enqueue(queue, copy + done, some);
            done += some;
            pthread_cond_broadcast(&__moirai_changed);
        }
    }
    pthread_mutex_unlock(&__moirai_queues);
    __moirai_free(copy);
    return done == 0 ? failure : (long) done;
}

static long __moirai_no_read(struct __moirai_description *from, unsigned char *into, size_t size) {
    (void) from, (void) into, (void) size;
    return -EBADF;
}

static long __moirai_no_write(struct __moirai_description *to, const unsigned char *from, size_t size) {
    (void) to, (void) from, (void) size;
    return -EBADF;
}

static void __moirai_pipe_leave(struct __moirai_queue *queue, int readers, int writers) {
    pthread_mutex_lock(&__moirai_queues);
    queue->readers -= readers;
    queue->writers -= writers;
    int unused = queue->readers == 0 && queue->writers == 0;
    pthread_cond_broadcast(&__moirai_changed);
    pthread_mutex_unlock(&__moirai_queues);
    if (!unused) return;
    if (queue->room != 0) __moirai_free(queue->bytes);
    __moirai_free(queue);
}

static void __moirai_close_reader(struct __moirai_description *what) {
    __moirai_pipe_leave(what->queue, 1, 0);
}

static void __moirai_close_writer(struct __moirai_description *what) {
    __moirai_pipe_leave(what->queue, 0, 1);
}

static int __moirai_reader_ready(struct __moirai_description *what) {
    struct __moirai_queue *queue = what->queue;
    return (queue->count != 0 ? __MOIRAI_POLLIN : 0) | (queue->writers == 0 ? __MOIRAI_POLLHUP : 0);
}

static int __moirai_writer_ready(struct __moirai_description *what) {
    struct __moirai_queue *queue = what->queue;
    return (__MOIRAI_PIPE - queue->count >= __MOIRAI_ATOMIC ? __MOIRAI_POLLOUT : 0)
        | (queue->readers == 0 ? __MOIRAI_POLLERR : 0);
}

static const struct __moirai_kind __moirai_reader = {
    __moirai_pipe_read, __moirai_no_write, __moirai_close_reader, __moirai_reader_ready};
static const struct __moirai_kind __moirai_writer = {
    __moirai_no_read, __moirai_pipe_write, __moirai_close_writer, __moirai_writer_ready};

int pipe2(int numbers[2], int flags) {
    struct __moirai_queue *queue = __moirai_new(sizeof *queue);
    queue->bytes = NULL;
    queue->room = 0;
    queue->begin = 0;
    queue->count = 0;
    queue->readers = 1;
    queue->writers = 1;
    struct __moirai_description *out = __moirai_new_description(&__moirai_reader, NULL, flags & __MOIRAI_NONBLOCK);
    struct __moirai_description *in =
        __moirai_new_description(&__moirai_writer, NULL, __MOIRAI_WRONLY | (flags & __MOIRAI_NONBLOCK));
    out->queue = queue;
    in->queue = queue;
    int first = __moirai_describe(out);
    int second = first < 0 ? first : __moirai_describe(in);
    if (second < 0) return (int) __moirai_result(second);
    numbers[0] = first;
    numbers[1] = second;
    return 0;
}

int pipe(int numbers[2]) {
    return pipe2(numbers, 0);
}

/* ---- eventfd: a number instead of bytes ------------------------------------------------------------------------------ */

#define __MOIRAI_SEMAPHORE 1

struct __moirai_event {
    unsigned long long count;
    int semaphore;
};

static long __moirai_event_read(struct __moirai_description *from, unsigned char *into, size_t size) {
    struct __moirai_event *event = from->queue;
    if (size < 8) return -EINVAL;
    pthread_mutex_lock(&__moirai_queues);
    while (event->count == 0) {
        if ((from->flags & __MOIRAI_NONBLOCK) != 0) {
            pthread_mutex_unlock(&__moirai_queues);
            return -EAGAIN;
        }
        pthread_cond_wait(&__moirai_changed, &__moirai_queues);
    }
    unsigned long long value = event->semaphore ? 1 : event->count;
    event->count -= value;
    pthread_cond_broadcast(&__moirai_changed);
    pthread_mutex_unlock(&__moirai_queues);
    for (int i = 0; i < 8; i++) into[i] = (unsigned char) (value >> 8 * i);
    return 8;
}

static long __moirai_event_write(struct __moirai_description *to, const unsigned char *from, size_t size) {
    struct __moirai_event *event = to->queue;
    unsigned long long value = 0;
    if (size < 8) return -EINVAL;
    for (int i = 0; i < 8; i++) value |= (unsigned long long) from[i] << 8 * i;
    if (value == ~0ULL) return -EINVAL;
    pthread_mutex_lock(&__moirai_queues);
    while (event->count + value < event->count || event->count + value == ~0ULL) {
        if ((to->flags & __MOIRAI_NONBLOCK) != 0) {
            pthread_mutex_unlock(&__moirai_queues);
            return -EAGAIN;
        }
        pthread_cond_wait(&__moirai_changed, &__moirai_queues);
    }
    event->count += value;
    pthread_cond_broadcast(&__moirai_changed);
    pthread_mutex_unlock(&__moirai_queues);
    return 8;
}

static void __moirai_event_close(struct __moirai_description *what) {
    __moirai_free(what->queue);
}

static int __moirai_event_ready(struct __moirai_description *what) {
    struct __moirai_event *event = what->queue;
    return (event->count != 0 ? __MOIRAI_POLLIN : 0) | (event->count < ~0ULL - 1 ? __MOIRAI_POLLOUT : 0);
}

static const struct __moirai_kind __moirai_event_kind = {
    __moirai_event_read, __moirai_event_write, __moirai_event_close, __moirai_event_ready};

int eventfd(unsigned int count, int flags) {
    struct __moirai_event *event = __moirai_new(sizeof *event);
    event->count = count;
    event->semaphore = flags & __MOIRAI_SEMAPHORE;
    struct __moirai_description *made =
        __moirai_new_description(&__moirai_event_kind, NULL, __MOIRAI_RDWR | (flags & __MOIRAI_NONBLOCK));
    made->queue = event;
    return (int) __moirai_result(__moirai_describe(made));
}
