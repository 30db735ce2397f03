/* No files are handed over; where some are, a text like this one with them takes its place. */

#include <stddef.h>

struct __moirai_given {
    const char *name;
    const char *bytes;
    unsigned long size;
};

static const struct __moirai_given __moirai_given[] = {{NULL, NULL, 0}};

int __moirai_is_given(void) {
    return 0;
}

const struct __moirai_given *__moirai_given_files(void) {
    return __moirai_given;
}
