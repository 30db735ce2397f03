/* Sockets: nobody is known at the other end, so that everything may succeed or fail, and any bytes may come. */

#include <errno.h>
#include <moirai/queues.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_size_t(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);
long __moirai_read_input(unsigned char *into, size_t size);

static long __moirai_receive(struct __moirai_description *from, unsigned char *into, size_t size) {
    (void) from;
    return __moirai_read_input(into, size);
}

/* The bytes are read, as the system does; any number of them is taken. */
static long __moirai_send(struct __moirai_description *to, const unsigned char *from, size_t size) {
    (void) to;
    if (__VERIFIER_nondet_bool()) return -EPIPE;
    size_t sent = __VERIFIER_nondet_size_t();
    __VERIFIER_assume(sent <= size && (sent > 0 || size == 0));
    unsigned char sum = 0;
    for (size_t i = 0; i < sent; i++) sum ^= from[i];
    (void) sum;
    return (long) sent;
}

static void __moirai_hang_up(struct __moirai_description *what) {
    (void) what;
}

static int __moirai_any_event(struct __moirai_description *what) {
    (void) what;
    return (__VERIFIER_nondet_uchar() & 5) | __MOIRAI_POLLOUTSIDE;
}

static const struct __moirai_kind __moirai_socket = {
    __moirai_receive, __moirai_send, __moirai_hang_up, __moirai_any_event};

static int __moirai_new_socket(void) {
    return __moirai_describe(__moirai_new_description(&__moirai_socket, NULL, __MOIRAI_RDWR));
}

static int __moirai_may_fail(int number, int code) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what == NULL) return (int) __moirai_result(-EBADF);
    __moirai_let_go(what);
    return __VERIFIER_nondet_bool() ? 0 : (int) __moirai_result(-code);
}

int socket(int family, int type, int protocol) {
    (void) family, (void) type, (void) protocol;
    return (int) __moirai_result(__VERIFIER_nondet_bool() ? __moirai_new_socket() : -EMFILE);
}

int accept(int number, void *address, void *length) {
    (void) address, (void) length;
    if (__moirai_may_fail(number, ECONNABORTED) < 0) return -1;
    return (int) __moirai_result(__moirai_new_socket());
}

int accept4(int number, void *address, void *length, int flags) {
    (void) flags;
    return accept(number, address, length);
}

int connect(int number, const void *address, socklen_t length) {
    (void) address, (void) length;
    return __moirai_may_fail(number, ECONNREFUSED);
}

int bind(int number, const void *address, socklen_t length) {
    (void) address, (void) length;
    return __moirai_may_fail(number, EADDRINUSE);
}

int listen(int number, int backlog) {
    (void) backlog;
    return __moirai_may_fail(number, EADDRINUSE);
}

int shutdown(int number, int how) {
    (void) how;
    return __moirai_may_fail(number, ENOTCONN);
}

int setsockopt(int number, int level, int name, const void *value, socklen_t length) {
    (void) level, (void) name, (void) value, (void) length;
    return __moirai_may_fail(number, ENOPROTOOPT);
}

static ssize_t __moirai_transfer(int number, unsigned char *into, const unsigned char *from, size_t size) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what == NULL) return __moirai_result(-EBADF);
    long done = what->kind == NULL ? -ENOTSOCK
        : into != NULL             ? what->kind->read(what, into, size)
                                   : what->kind->write(what, from, size);
    __moirai_let_go(what);
    return __moirai_result(done);
}

ssize_t recv(int number, void *into, size_t size, int flags) {
    (void) flags;
    return __moirai_transfer(number, into, NULL, size);
}

ssize_t send(int number, const void *from, size_t size, int flags) {
    (void) flags;
    return __moirai_transfer(number, NULL, from, size);
}

ssize_t sendto(int number, const void *from, size_t size, int flags, const void *address, socklen_t length) {
    (void) flags, (void) address, (void) length;
    return __moirai_transfer(number, NULL, from, size);
}

/* From somebody whose address is not told. */
ssize_t recvfrom(int number, void *into, size_t size, int flags, void *address, socklen_t *length) {
    (void) flags, (void) address;
    if (length != NULL) *length = 0;
    return __moirai_transfer(number, into, NULL, size);
}

/* Any value, as long as the caller has room for. */
int getsockopt(int number, int level, int name, void *value, socklen_t *length) {
    (void) level, (void) name;
    if (__moirai_may_fail(number, ENOPROTOOPT) < 0) return -1;
    for (socklen_t i = 0; i < *length; i++) ((unsigned char *) value)[i] = __VERIFIER_nondet_uchar();
    return 0;
}

/* Any address of the family of the internet. */
static int __moirai_some_address(int number, unsigned char *address, socklen_t *length) {
    if (__moirai_may_fail(number, ENOTCONN) < 0) return -1;
    for (socklen_t i = 0; i < *length && i < 16; i++) {
        address[i] = i == 0 ? 2 : i == 1 || i >= 8 ? 0 : __VERIFIER_nondet_uchar();
    }
    *length = 16;
    return 0;
}

int getsockname(int number, void *address, socklen_t *length) {
    return __moirai_some_address(number, address, length);
}

int getpeername(int number, void *address, socklen_t *length) {
    return __moirai_some_address(number, address, length);
}
