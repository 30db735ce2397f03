#ifndef _MOIRAI_FILES_H
#define _MOIRAI_FILES_H
#include <moirai/types.h>

/* What open and fcntl take, in Linux's numbers. */
#define __MOIRAI_WRONLY 01
#define __MOIRAI_RDWR 02
#define __MOIRAI_CREAT 0100
#define __MOIRAI_EXCL 0200
#define __MOIRAI_TRUNC 01000
#define __MOIRAI_APPEND 02000
#define __MOIRAI_NONBLOCK 04000
#define __MOIRAI_DIRECTORY 0200000
#define __MOIRAI_CLOEXEC 02000000

/* Of descriptors there are so many; EMFILE says that all are taken. */
#define __MOIRAI_DESCRIPTORS 256
/* After them come those of streams that have none for the program. */
#define __MOIRAI_HIDDEN 16

/* A file's contents, or a folder, which has none. With room zero the bytes are a constant's, and are copied before they change. */
struct __moirai_file {
    unsigned char *bytes;
    size_t size;
    size_t room;
    unsigned long number;
    /* What it is, and its permissions, in Linux's numbers. */
    unsigned mode;
    /* When it was looked at and changed: only if the program has said so. */
    long times[2];
};

struct __moirai_description;

/* What is done to things that are no files. Results below zero are error numbers. */
struct __moirai_kind {
    long (*read)(struct __moirai_description *from, unsigned char *into, size_t size);
    long (*write)(struct __moirai_description *to, const unsigned char *from, size_t size);
    void (*close)(struct __moirai_description *what);
    /* Which of the events of poll have come. */
    int (*ready)(struct __moirai_description *what);
};

/* What a descriptor stands for; dup makes two descriptors of one. Either kind or file is null. */
struct __moirai_description {
    const struct __moirai_kind *kind;
    struct __moirai_file *file;
    void *queue;
    off_t at;
    int flags;
    int references;
};

/* These two are called in atomic sections only. */
struct __moirai_description *__moirai_described(int number);
int __moirai_least(struct __moirai_description *what, int number);

/* Makes the files that are handed over; returns standard input if it is among them. */
struct __moirai_file *__moirai_hand_over(void);
/* A new file without a name. */
struct __moirai_file *__moirai_new_file(void);
/* Takes away what lies behind so many bytes; in atomic sections only. */
void __moirai_cut(struct __moirai_file *file, size_t size);
/* The least free descriptor for it; below zero an error number. */
int __moirai_describe(struct __moirai_description *what);
int __moirai_describe_hidden(struct __moirai_description *what);
struct __moirai_description *__moirai_new_description(const struct __moirai_kind *kind, struct __moirai_file *file, int flags);
/* Keeps what a descriptor stands for until it is let go, even if it is closed. Null: there is none. */
struct __moirai_description *__moirai_hold(int number);
void __moirai_let_go(struct __moirai_description *what);
/* So many bytes up to and with the stop (-1: none), as a copy to be freed. At -1: where the description stands. */
#define __MOIRAI_NO_FILE (-1000)
long __moirai_take(int number, size_t most, int stop, off_t at, unsigned char **copy);
long __moirai_give(int number, const unsigned char *bytes, size_t size, off_t at);
off_t __moirai_seek(int number, off_t offset, int from);

/* Sets errno for a result below zero. */
long __moirai_result(long result);
#endif
