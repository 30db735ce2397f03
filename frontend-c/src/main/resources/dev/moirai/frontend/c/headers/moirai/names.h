#ifndef _MOIRAI_NAMES_H
#define _MOIRAI_NAMES_H
#include <moirai/files.h>

/* A file's place in the tree of folders, as a path from the root without dots. A file may have several. */
struct __moirai_name {
    const char *path;
    struct __moirai_file *file;
    struct __moirai_name *next;
    int fixed;
};

/* What the last part of a name is. */
enum __moirai_last { __MOIRAI_ENTRY, __MOIRAI_DOT, __MOIRAI_DOTS, __MOIRAI_ROOT };

/* Where a name leads, if what comes before its last part are folders that there are. */
struct __moirai_way {
    /* To be freed. */
    char *path;
    /* Why it leads nowhere: an error number below zero. */
    int code;
    enum __moirai_last last;
    /* Whether it ends in a slash, as names of folders may. */
    int slash;
};

/* These are called in atomic sections only. */
struct __moirai_name *__moirai_first_name(void);
void __moirai_go(struct __moirai_way *way, const char *name);
/* What is there at its end; else null, and the way's code says why. */
struct __moirai_name *__moirai_arrive(struct __moirai_way *way);
/* Where the list of names leads to this one; if there is none, to null. */
struct __moirai_name **__moirai_place(const char *path);
/* The file of this name; else null, and the code is why. */
struct __moirai_file *__moirai_find(const char *name, int *code);
/* Gives a file one more name, in a folder that is there. */
void __moirai_call(const char *path, struct __moirai_file *file);
/* Behind the folder's part of a path, if the folder is what the path lies in; else null. */
const char *__moirai_within(const char *path, const char *folder);
struct __moirai_file *__moirai_new_folder(unsigned mode);
/* What umask leaves of permissions. */
unsigned __moirai_masked(unsigned mode);
int __moirai_is_folder(const struct __moirai_file *file);
#endif
