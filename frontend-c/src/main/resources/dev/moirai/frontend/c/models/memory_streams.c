/*
 * Streams whose bytes the program finds in its memory: open_memstream. It is told where they are, and how many, when the
 * stream is flushed or closed. Such a stream has no descriptor that the program can see.
 */

#include <errno.h>
#include <moirai/streams.h>
#include <stdlib.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
int __moirai_fclose(FILE *file);

struct __moirai_told {
    struct __moirai_stream stream;
    char **text;
    size_t *size;
    /* What the program was told last, to be made larger when it is told again. */
    char *before;
    struct __moirai_told *next;
};

static struct __moirai_told *__moirai_all_told;

static void __VERIFIER_atomic_moirai_tell_later(struct __moirai_told *told) {
    told->next = __moirai_all_told;
    __moirai_all_told = told;
}

FILE *open_memstream(char **text, size_t *size) {
    if (text == NULL || size == NULL) {
        errno = EINVAL;
        return NULL;
    }
    int number = __moirai_describe_hidden(__moirai_new_description(NULL, __moirai_new_file(), __MOIRAI_WRONLY));
    if (__moirai_result(number) < 0) return NULL;
    struct __moirai_told *told = __moirai_new(sizeof *told);
    told->stream.number = number;
    told->stream.end = 0;
    told->stream.error = 0;
    told->stream.pushed = 0;
    told->text = text;
    told->size = size;
    told->before = NULL;
    __VERIFIER_atomic_moirai_tell_later(told);
    return (FILE *) told;
}

static struct __moirai_told *__VERIFIER_atomic_moirai_told(struct __moirai_stream *stream) {
    struct __moirai_told *told = __moirai_all_told;
    while (told != NULL && &told->stream != stream) told = told->next;
    return told;
}

/* A copy of the bytes, and how many of them come before the place where the stream stands. */
static size_t __VERIFIER_atomic_moirai_bytes(struct __moirai_told *told, unsigned char **copy, size_t *before) {
    struct __moirai_description *what = __moirai_described(told->stream.number);
    size_t size = what->file->size;
    *copy = __moirai_new(size);
    for (size_t i = 0; i < size; i++) (*copy)[i] = what->file->bytes[i];
    *before = (size_t) what->at < size ? (size_t) what->at : size;
    return size;
}

static int __moirai_tell(struct __moirai_told *told) {
    unsigned char *copy;
    size_t before;
    size_t size = __VERIFIER_atomic_moirai_bytes(told, &copy, &before);
    char *text = realloc(told->before, size + 1);
    if (text != NULL) {
        for (size_t i = 0; i < size; i++) text[i] = (char) copy[i];
        text[size] = 0;
        told->before = text;
        *told->text = text;
        *told->size = before;
    }
    __moirai_free(copy);
    return text != NULL ? 0 : EOF;
}

/* To flush all streams tells nothing, as in glibc. */
int __moirai_flush(FILE *file) {
    struct __moirai_told *told = file == NULL ? NULL : __VERIFIER_atomic_moirai_told(__moirai_stream_of(file));
    return told == NULL ? 0 : __moirai_tell(told);
}

static void __VERIFIER_atomic_moirai_no_more(struct __moirai_told *told) {
    struct __moirai_told **at = &__moirai_all_told;
    while (*at != told) at = &(*at)->next;
    *at = told->next;
}

int __moirai_close(FILE *file) {
    struct __moirai_told *told = __VERIFIER_atomic_moirai_told(__moirai_stream_of(file));
    int result = told == NULL ? 0 : __moirai_tell(told);
    if (told != NULL) __VERIFIER_atomic_moirai_no_more(told);
    return __moirai_fclose(file) == 0 ? result : EOF;
}
