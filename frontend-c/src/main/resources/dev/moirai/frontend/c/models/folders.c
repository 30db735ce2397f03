/* Reading folders. What is in a folder is seen when it is opened. */

#include <errno.h>
#include <moirai/names.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
int open(const char *name, int flags, ...);
int close(int number);

/* As Linux has it. */
struct __moirai_entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char kind;
    char name[256];
};

struct __moirai_listed {
    struct __moirai_entry entry;
    struct __moirai_listed *next;
};

struct __moirai_reader {
    int number;
    struct __moirai_listed *all;
    struct __moirai_listed *at;
};

static void __moirai_list(struct __moirai_reader *reader, const char *name, const struct __moirai_file *file) {
    struct __moirai_listed *listed = __moirai_new(sizeof *listed);
    size_t length = 0;
    while (name[length] != 0 && name[length] != '/' && length < 255) length++;
    for (size_t i = 0; i < length; i++) listed->entry.name[i] = name[i];
    listed->entry.name[length] = 0;
    listed->entry.number = file->number;
    listed->entry.offset = 0;
    listed->entry.length = (unsigned short) sizeof listed->entry;
    listed->entry.kind = (unsigned char) (file->mode >> 12);
    listed->next = reader->all;
    reader->all = listed;
}

/* The folder that a description is open on. */
static const char *__moirai_path_of(const struct __moirai_file *folder) {
    for (struct __moirai_name *name = __moirai_first_name(); name != NULL; name = name->next) {
        if (name->file == folder) return name->path;
    }
    return NULL;
}

static int __VERIFIER_atomic_moirai_read_folder(int number, struct __moirai_reader *reader) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return -EBADF;
    if (what->file == NULL || !__moirai_is_folder(what->file)) return -ENOTDIR;
    const char *folder = __moirai_path_of(what->file);
    reader->number = number;
    reader->all = NULL;
    __moirai_list(reader, "..", what->file);
    __moirai_list(reader, ".", what->file);
    for (struct __moirai_name *name = __moirai_first_name(); folder != NULL && name != NULL; name = name->next) {
        const char *inner = __moirai_within(name->path, folder);
        if (inner != NULL && strchr(inner, '/') == NULL) __moirai_list(reader, inner, name->file);
    }
    reader->at = reader->all;
    return 0;
}

void *fdopendir(int number) {
    struct __moirai_reader *reader = __moirai_new(sizeof *reader);
    if (__moirai_result(__VERIFIER_atomic_moirai_read_folder(number, reader)) == 0) return reader;
    __moirai_free(reader);
    return NULL;
}

void *opendir(const char *name) {
    int number = open(name, __MOIRAI_DIRECTORY);
    return number < 0 ? NULL : fdopendir(number);
}

void *readdir(void *folder) {
    struct __moirai_reader *reader = folder;
    struct __moirai_listed *listed = reader->at;
    if (listed == NULL) return NULL;
    reader->at = listed->next;
    return &listed->entry;
}

int readdir_r(void *folder, void *into, void **result) {
    struct __moirai_entry *entry = readdir(folder);
    if (entry != NULL) memcpy(into, entry, sizeof *entry);
    *result = entry == NULL ? NULL : into;
    return 0;
}

static void __moirai_unlist(struct __moirai_reader *reader) {
    while (reader->all != NULL) {
        struct __moirai_listed *next = reader->all->next;
        __moirai_free(reader->all);
        reader->all = next;
    }
}

void rewinddir(void *folder) {
    struct __moirai_reader *reader = folder;
    __moirai_unlist(reader);
    __VERIFIER_atomic_moirai_read_folder(reader->number, reader);
}

int dirfd(void *folder) {
    return ((struct __moirai_reader *) folder)->number;
}

int closedir(void *folder) {
    struct __moirai_reader *reader = folder;
    int number = reader->number;
    __moirai_unlist(reader);
    __moirai_free(reader);
    return close(number);
}

/* ---- walking through all of them --------------------------------------------------------------------------------- */

struct __moirai_level {
    int base;
    int level;
};

/* One of the two is null. */
struct __moirai_visitor {
    int (*plain)(const char *path, const struct stat *about, int kind);
    int (*levelled)(const char *path, const struct stat *about, int kind, struct __moirai_level *level);
    int flags;
};

static int __moirai_visit(
    const struct __moirai_visitor *visitor, const char *path, const struct stat *about, int kind, int level) {
    if (visitor->plain != NULL) return visitor->plain(path, about, kind);
    struct __moirai_level where = {0, level};
    for (int i = 0; path[i] != 0; i++) {
        if (path[i] == '/' && path[i + 1] != 0) where.base = i + 1;
    }
    return visitor->levelled(path, about, kind, &where);
}

static int __moirai_walk(const struct __moirai_visitor *visitor, const char *path, int level) {
    struct stat about;
    int after = (visitor->flags & 8) != 0;
    if (stat(path, &about) != 0) return level == 0 ? -1 : __moirai_visit(visitor, path, &about, 3, level);
    if (!S_ISDIR(about.st_mode)) return __moirai_visit(visitor, path, &about, 0, level);
    void *folder = opendir(path);
    if (folder == NULL) return __moirai_visit(visitor, path, &about, 2, level);
    int code = after ? 0 : __moirai_visit(visitor, path, &about, 1, level);
    struct __moirai_entry *entry;
    while (code == 0 && (entry = readdir(folder)) != NULL) {
        if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
        char *inner = malloc(strlen(path) + strlen(entry->name) + 2);
        strcpy(inner, path);
        if (path[strlen(path) - 1] != '/') strcat(inner, "/");
        strcat(inner, entry->name);
        code = __moirai_walk(visitor, inner, level + 1);
        free(inner);
    }
    closedir(folder);
    return code == 0 && after ? __moirai_visit(visitor, path, &about, 5, level) : code;
}

/* The first path is given to the visitor without slashes at its end. */
static int __moirai_walk_all(const struct __moirai_visitor *visitor, const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    char *begin = __moirai_new(length + 1);
    strncpy(begin, path, length);
    begin[length] = 0;
    int code = __moirai_walk(visitor, begin, 0);
    __moirai_free(begin);
    return code;
}

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int open) {
    (void) open;
    struct __moirai_visitor visitor = {visit, NULL, 0};
    return __moirai_walk_all(&visitor, path);
}

int nftw(
    const char *path, int (*visit)(const char *, const struct stat *, int, struct __moirai_level *), int open, int flags) {
    (void) open;
    struct __moirai_visitor visitor = {NULL, visit, flags};
    return __moirai_walk_all(&visitor, path);
}
