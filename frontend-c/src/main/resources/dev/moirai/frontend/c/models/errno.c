/* The error code of the last failure, one for each thread. */

static _Thread_local int __moirai_errno;

int *__errno_location(void) {
    return &__moirai_errno;
}

void __moirai_set_errno(int code) {
    __moirai_errno = code;
}
