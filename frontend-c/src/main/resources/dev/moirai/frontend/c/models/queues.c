/*
 * Pipes and eventfd: queues on which threads really wait. What changes a queue is done in one go, as the system does it;
 * who finds nothing to do waits until a flag of the queue falls, and looks again.
 */

#include <errno.h>
#include <moirai/queues.h>
#include <stddef.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
void __moirai_wait_for(int *flag, int value);

/* What a pipe holds, and what it takes in one go. */
#define __MOIRAI_PIPE 65536
#define __MOIRAI_ATOMIC 4096
/* Nothing can be done now. */
#define __MOIRAI_LATER (-1001)

int __moirai_somebody_polls;
int __moirai_calm[__MOIRAI_POLLERS];

/* Something has changed: all who wait in poll look again. */
static void __moirai_stir(void) {
    if (!__moirai_somebody_polls) return;
    for (int i = 0; i < __MOIRAI_POLLERS; i++) __atomic_store_n(&__moirai_calm[i], 0, 5);
}

/* ---- pipes ------------------------------------------------------------------------------------------------------------- */

struct __moirai_pipe {
    unsigned char *bytes;
    size_t room;
    size_t begin;
    size_t count;
    int readers;
    int writers;
    /* Readers find nothing, and writers no room, but that may change. */
    int empty;
    int full;
};

static void __moirai_settle(struct __moirai_pipe *pipe) {
    __atomic_store_n(&pipe->empty, pipe->count == 0 && pipe->writers != 0, 5);
    __atomic_store_n(&pipe->full, __MOIRAI_PIPE - pipe->count < __MOIRAI_ATOMIC && pipe->readers != 0, 5);
    __moirai_stir();
}

static long __VERIFIER_atomic_moirai_dequeue(struct __moirai_description *from, size_t most, unsigned char **copy) {
    struct __moirai_pipe *pipe = from->queue;
    if (pipe->count == 0) {
        if (pipe->writers == 0) return 0;
        return (from->flags & __MOIRAI_NONBLOCK) != 0 ? -EAGAIN : __MOIRAI_LATER;
    }
    size_t got = pipe->count < most ? pipe->count : most;
    *copy = __moirai_new(got);
    for (size_t i = 0; i < got; i++) (*copy)[i] = pipe->bytes[(pipe->begin + i) % pipe->room];
    pipe->begin = (pipe->begin + got) % pipe->room;
    pipe->count -= got;
    __moirai_settle(pipe);
    return (long) got;
}

static long __moirai_pipe_read(struct __moirai_description *from, unsigned char *into, size_t size) {
    struct __moirai_pipe *pipe = from->queue;
    unsigned char *copy = NULL;
    if (size == 0) return 0;
    long got = __VERIFIER_atomic_moirai_dequeue(from, size, &copy);
    while (got == __MOIRAI_LATER) {
        __moirai_wait_for(&pipe->empty, 0);
        got = __VERIFIER_atomic_moirai_dequeue(from, size, &copy);
    }
    if (got <= 0) return got;
    for (long i = 0; i < got; i++) into[i] = copy[i];
    __moirai_free(copy);
    return got;
}

/* Takes as much as there is room for; all or nothing of a small block. */
static long __VERIFIER_atomic_moirai_enqueue(
    struct __moirai_description *to, const unsigned char *bytes, size_t size, int whole) {
    struct __moirai_pipe *pipe = to->queue;
    size_t space = __MOIRAI_PIPE - pipe->count;
    if (pipe->readers == 0) return -EPIPE;
    if (space == 0 || (whole && space < size)) return (to->flags & __MOIRAI_NONBLOCK) != 0 ? -EAGAIN : __MOIRAI_LATER;
    size_t some = size < space ? size : space;
    if (pipe->count + some > pipe->room) {
        size_t room = 2 * (pipe->count + some);
        unsigned char *wider = __moirai_new(room);
        for (size_t i = 0; i < pipe->count; i++) wider[i] = pipe->bytes[(pipe->begin + i) % pipe->room];
        if (pipe->room != 0) __moirai_free(pipe->bytes);
        pipe->bytes = wider;
        pipe->room = room;
        pipe->begin = 0;
    }
    for (size_t i = 0; i < some; i++) pipe->bytes[(pipe->begin + pipe->count + i) % pipe->room] = bytes[i];
    pipe->count += some;
    __moirai_settle(pipe);
    return (long) some;
}

static long __moirai_pipe_write(struct __moirai_description *to, const unsigned char *from, size_t size) {
    struct __moirai_pipe *pipe = to->queue;
    unsigned char *copy = __moirai_new(size);
    size_t done = 0;
    long failure = 0;
    for (size_t i = 0; i < size; i++) copy[i] = from[i];
    while (done < size && failure == 0) {
        long some = __VERIFIER_atomic_moirai_enqueue(to, copy + done, size - done, size <= __MOIRAI_ATOMIC);
        if (some == __MOIRAI_LATER) __moirai_wait_for(&pipe->full, 0);
        else if (some < 0) failure = some;
        else done += (size_t) some;
    }
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

static int __VERIFIER_atomic_moirai_leave(struct __moirai_pipe *pipe, int readers, int writers) {
    pipe->readers -= readers;
    pipe->writers -= writers;
    __moirai_settle(pipe);
    return pipe->readers == 0 && pipe->writers == 0;
}

static void __moirai_pipe_leave(struct __moirai_pipe *pipe, int readers, int writers) {
    if (!__VERIFIER_atomic_moirai_leave(pipe, readers, writers)) return;
    if (pipe->room != 0) __moirai_free(pipe->bytes);
    __moirai_free(pipe);
}

static void __moirai_close_reader(struct __moirai_description *what) {
    __moirai_pipe_leave(what->queue, 1, 0);
}

static void __moirai_close_writer(struct __moirai_description *what) {
    __moirai_pipe_leave(what->queue, 0, 1);
}

static int __moirai_reader_ready(struct __moirai_description *what) {
    struct __moirai_pipe *pipe = what->queue;
    return (pipe->count != 0 ? __MOIRAI_POLLIN : 0) | (pipe->writers == 0 ? __MOIRAI_POLLHUP : 0);
}

static int __moirai_writer_ready(struct __moirai_description *what) {
    struct __moirai_pipe *pipe = what->queue;
    return (__MOIRAI_PIPE - pipe->count >= __MOIRAI_ATOMIC ? __MOIRAI_POLLOUT : 0)
        | (pipe->readers == 0 ? __MOIRAI_POLLERR : 0);
}

static const struct __moirai_kind __moirai_reader = {
    __moirai_pipe_read, __moirai_no_write, __moirai_close_reader, __moirai_reader_ready};
static const struct __moirai_kind __moirai_writer = {
    __moirai_no_read, __moirai_pipe_write, __moirai_close_writer, __moirai_writer_ready};

int pipe2(int numbers[2], int flags) {
    struct __moirai_pipe *pipe = __moirai_new(sizeof *pipe);
    pipe->bytes = NULL;
    pipe->room = 0;
    pipe->begin = 0;
    pipe->count = 0;
    pipe->readers = 1;
    pipe->writers = 1;
    pipe->empty = 1;
    pipe->full = 0;
    struct __moirai_description *out = __moirai_new_description(&__moirai_reader, NULL, flags & __MOIRAI_NONBLOCK);
    struct __moirai_description *in =
        __moirai_new_description(&__moirai_writer, NULL, __MOIRAI_WRONLY | (flags & __MOIRAI_NONBLOCK));
    out->queue = pipe;
    in->queue = pipe;
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

struct __moirai_eventfd {
    unsigned long long count;
    int semaphore;
    /* There is nothing to take. */
    int empty;
    /* Raised by a writer whose number does not fit, lowered by whoever takes some. */
    int full;
};

static void __moirai_count(struct __moirai_eventfd *event, unsigned long long count) {
    event->count = count;
    __atomic_store_n(&event->empty, count == 0, 5);
    __atomic_store_n(&event->full, 0, 5);
    __moirai_stir();
}

static long __VERIFIER_atomic_moirai_take_count(struct __moirai_description *from, unsigned long long *value) {
    struct __moirai_eventfd *event = from->queue;
    if (event->count == 0) return (from->flags & __MOIRAI_NONBLOCK) != 0 ? -EAGAIN : __MOIRAI_LATER;
    *value = event->semaphore ? 1 : event->count;
    __moirai_count(event, event->count - *value);
    return 8;
}

static long __moirai_event_read(struct __moirai_description *from, unsigned char *into, size_t size) {
    struct __moirai_eventfd *event = from->queue;
    unsigned long long value = 0;
    if (size < 8) return -EINVAL;
    long got = __VERIFIER_atomic_moirai_take_count(from, &value);
    while (got == __MOIRAI_LATER) {
        __moirai_wait_for(&event->empty, 0);
        got = __VERIFIER_atomic_moirai_take_count(from, &value);
    }
    if (got < 0) return got;
    for (int i = 0; i < 8; i++) into[i] = (unsigned char) (value >> 8 * i);
    return 8;
}

static long __VERIFIER_atomic_moirai_add_count(struct __moirai_description *to, unsigned long long value) {
    struct __moirai_eventfd *event = to->queue;
    unsigned long long sum = event->count + value;
    if (sum < value || sum == ~0ULL) {
        if ((to->flags & __MOIRAI_NONBLOCK) != 0) return -EAGAIN;
        __atomic_store_n(&event->full, 1, 5);
        return __MOIRAI_LATER;
    }
    if (value != 0) __moirai_count(event, sum);
    return 8;
}

static long __moirai_event_write(struct __moirai_description *to, const unsigned char *from, size_t size) {
    struct __moirai_eventfd *event = to->queue;
    unsigned long long value = 0;
    /* Linux before 6.9 took the first eight of more. */
    if (size != 8) return -EINVAL;
    for (int i = 0; i < 8; i++) value |= (unsigned long long) from[i] << 8 * i;
    if (value == ~0ULL) return -EINVAL;
    long put = __VERIFIER_atomic_moirai_add_count(to, value);
    while (put == __MOIRAI_LATER) {
        __moirai_wait_for(&event->full, 0);
        put = __VERIFIER_atomic_moirai_add_count(to, value);
    }
    return put;
}

static void __moirai_event_close(struct __moirai_description *what) {
    __moirai_free(what->queue);
}

static int __moirai_event_ready(struct __moirai_description *what) {
    struct __moirai_eventfd *event = what->queue;
    return (event->count != 0 ? __MOIRAI_POLLIN : 0) | (event->count < ~0ULL - 1 ? __MOIRAI_POLLOUT : 0);
}

static const struct __moirai_kind __moirai_event_kind = {
    __moirai_event_read, __moirai_event_write, __moirai_event_close, __moirai_event_ready};

int eventfd(unsigned int count, int flags) {
    struct __moirai_eventfd *event = __moirai_new(sizeof *event);
    event->count = count;
    event->semaphore = flags & __MOIRAI_SEMAPHORE;
    event->empty = count == 0;
    event->full = 0;
    struct __moirai_description *made =
        __moirai_new_description(&__moirai_event_kind, NULL, __MOIRAI_RDWR | (flags & __MOIRAI_NONBLOCK));
    made->queue = event;
    return (int) __moirai_result(__moirai_describe(made));
}
