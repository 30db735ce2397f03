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

/* These are called in atomic sections only. */
struct __moirai_name *__moirai_first_name(void);
/* The path that a name means, to be freed. */
char *__moirai_path(const char *name);
/* Where the list of names leads to this one; if there is none, to null. */
struct __moirai_name **__moirai_place(const char *path);
struct __moirai_file *__moirai_find(const char *name);
/* Why there is nothing of this name: an error number below zero. */
int __moirai_missing(const char *path);
/* Gives a file one more name, in a folder that is there. */
void __moirai_call(const char *path, struct __moirai_file *file);
/* Behind the folder's part of a path, if the folder is what the path lies in; else null. */
const char *__moirai_within(const char *path, const char *folder);
/* Whether something new can be made there: zero, or an error number below zero. */
int __moirai_has_room(const char *path);
struct __moirai_file *__moirai_new_folder(unsigned mode);
/* What umask leaves of permissions. */
unsigned __moirai_masked(unsigned mode);
int __moirai_is_folder(const struct __moirai_file *file);
#endif
