#ifndef _MOIRAI_STREAMS_H
#define _MOIRAI_STREAMS_H
#include <moirai/files.h>
#include <stdio.h>

#define __MOIRAI_PUSHED 8

/* A stream on a descriptor; nothing is kept back, so that flushing has nothing to do. */
struct __moirai_stream {
    int number;
    int end;
    int error;
    int pushed;
    unsigned char back[__MOIRAI_PUSHED];
};

struct __moirai_stream *__moirai_stream_of(FILE *file);
int __moirai_is_output(FILE *file);
#endif
