/*
 * The tree of folders: which names there are, and where the program is. It begins with a few folders that every system has, the
 * folders of the files that the user hands over, and no others. Nobody lacks a permission.
 */

#include <errno.h>
#include <moirai/names.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);

#define __MOIRAI_HOME "/home/moirai"

static struct __moirai_file __moirai_folders[] = {
    {NULL, 0, 0, 1, 040755, {0, 0}}, {NULL, 0, 0, 2, 041777, {0, 0}}, {NULL, 0, 0, 3, 040755, {0, 0}},
    {NULL, 0, 0, 4, 040755, {0, 0}}, {NULL, 0, 0, 5, 040755, {0, 0}}, {NULL, 0, 0, 6, 020666, {0, 0}}};

static struct __moirai_name __moirai_null = {"/dev/null", &__moirai_folders[5], NULL, 1};
static struct __moirai_name __moirai_devices = {"/dev", &__moirai_folders[4], &__moirai_null, 1};
static struct __moirai_name __moirai_home = {__MOIRAI_HOME, &__moirai_folders[3], &__moirai_devices, 1};
static struct __moirai_name __moirai_homes = {"/home", &__moirai_folders[2], &__moirai_home, 1};
static struct __moirai_name __moirai_temporary = {"/tmp", &__moirai_folders[1], &__moirai_homes, 1};
static struct __moirai_name __moirai_root = {"/", &__moirai_folders[0], &__moirai_temporary, 1};
static struct __moirai_name *__moirai_names = &__moirai_root;

/* Where relative names begin. */
static const char __moirai_at_first[] = __MOIRAI_HOME;
static const char *__moirai_here = __moirai_at_first;

struct __moirai_name *__moirai_first_name(void) {
    __moirai_described(0);
    return __moirai_names;
}

int __moirai_is_folder(const struct __moirai_file *file) {
    return (file->mode & 0170000) == 040000;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static struct __moirai_name **__moirai_among_names(const char *path) {
    struct __moirai_name **at = &__moirai_names;
    while (*at != NULL && strcmp((*at)->path, path) != 0) at = &(*at)->next;
    return at;
}

struct __moirai_name **__moirai_place(const char *path) {
    __moirai_described(0);
    return __moirai_among_names(path);
}

/* Why nothing can be looked for in the first part of a path: an error number below zero. */
static int __moirai_no_folder(char *path, size_t length) {
    if (length == 0) return 0;
    path[length] = 0;
    struct __moirai_name *found = *__moirai_among_names(path);
    return found == NULL ? -ENOENT : __moirai_is_folder(found->file) ? 0 : -ENOTDIR;
}

static enum __moirai_last __moirai_part(const char *name, size_t length) {
    if (length == 1 && name[0] == '.') return __MOIRAI_DOT;
    return length == 2 && name[0] == '.' && name[1] == '.' ? __MOIRAI_DOTS : __MOIRAI_ENTRY;
}

/* The way that a name means. Unless it is checked, there need be none of the folders on it. */
static void __moirai_walk(struct __moirai_way *way, const char *name, int checked) {
    char *path = __moirai_new(strlen(__moirai_here) + strlen(name) + 2);
    size_t length = 0;
    if (name[0] != '/' && __moirai_here[1] != 0) {
        strcpy(path, __moirai_here);
        length = strlen(path);
    }
    way->path = path;
    way->code = name[0] == 0 ? -ENOENT : 0;
    way->last = __MOIRAI_ROOT;
    way->slash = 0;
    while (*name != 0 && way->code == 0) {
        size_t part = 0;
        while (name[part] != 0 && name[part] != '/') part++;
        way->slash = part == 0;
        if (part != 0) {
            way->last = __moirai_part(name, part);
            if (checked) way->code = __moirai_no_folder(path, length);
            if (way->code == 0 && part > 255) way->code = -ENAMETOOLONG;
            if (way->last == __MOIRAI_ENTRY) {
                path[length++] = '/';
                for (size_t i = 0; i < part; i++) path[length++] = name[i];
            } else if (way->last == __MOIRAI_DOTS) {
                while (length > 0 && path[--length] != '/') {}
            }
        }
        name += part == 0 ? 1 : part;
    }
    if (length == 0) path[length++] = '/';
    path[length] = 0;
}

void __moirai_go(struct __moirai_way *way, const char *name) {
    __moirai_described(0);
    __moirai_walk(way, name, 1);
}

struct __moirai_name *__moirai_arrive(struct __moirai_way *way) {
    if (way->code != 0) return NULL;
    struct __moirai_name *found = *__moirai_among_names(way->path);
    if (found == NULL) way->code = -ENOENT;
    else if (way->slash && !__moirai_is_folder(found->file)) way->code = -ENOTDIR;
    return way->code == 0 ? found : NULL;
}

struct __moirai_file *__moirai_find(const char *name, int *code) {
    struct __moirai_way way;
    __moirai_go(&way, name);
    struct __moirai_name *found = __moirai_arrive(&way);
    __moirai_free(way.path);
    *code = way.code;
    return found == NULL ? NULL : found->file;
}

const char *__moirai_within(const char *path, const char *folder) {
    size_t length = folder[1] == 0 ? 0 : strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/' || path[length + 1] == 0) return NULL;
    return path + length + 1;
}

void __moirai_call(const char *path, struct __moirai_file *file) {
    struct __moirai_name *called = __moirai_new(sizeof *called);
    char *copy = __moirai_new(strlen(path) + 1);
    strcpy(copy, path);
    called->path = copy;
    called->file = file;
    called->next = __moirai_names;
    called->fixed = 0;
    __moirai_names = called;
}

struct __moirai_file *__moirai_new_folder(unsigned mode) {
    struct __moirai_file *folder = __moirai_new_file();
    folder->mode = 040000 | mode;
    return folder;
}

/* A file that is handed over has folders around it. Part of what the first call of all does: it must not ask for that itself. */
void __moirai_hand(const char *name, struct __moirai_file *file) {
    struct __moirai_way way;
    __moirai_walk(&way, name, 0);
    for (char *at = way.path + 1; *at != 0; at++) {
        if (*at != '/') continue;
        *at = 0;
        if (*__moirai_among_names(way.path) == NULL) __moirai_call(way.path, __moirai_new_folder(0755));
        *at = '/';
    }
    __moirai_call(way.path, file);
    __moirai_free(way.path);
}

/* ---- permissions, which are only kept ---------------------------------------------------------------------------- */

static unsigned __moirai_mask = 022;

static unsigned __VERIFIER_atomic_moirai_mask(unsigned mask) {
    unsigned before = __moirai_mask;
    __moirai_mask = mask & 0777;
    return before;
}

mode_t umask(mode_t mask) {
    return (mode_t) __VERIFIER_atomic_moirai_mask(mask);
}

unsigned __moirai_masked(unsigned mode) {
    return mode & ~__moirai_mask;
}

static void __moirai_permit(struct __moirai_file *file, unsigned mode) {
    file->mode = (file->mode & 0170000) | (mode & 07777);
}

static int __VERIFIER_atomic_moirai_chmod(const char *name, unsigned mode) {
    int code;
    struct __moirai_file *file = __moirai_find(name, &code);
    if (file != NULL) __moirai_permit(file, mode);
    return code;
}

int chmod(const char *name, mode_t mode) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_chmod(name, mode));
}

static int __VERIFIER_atomic_moirai_fchmod(int number, unsigned mode) {
    struct __moirai_description *what = __moirai_described(number);
    if (what == NULL) return -EBADF;
    if (what->file != NULL) __moirai_permit(what->file, mode);
    return 0;
}

int fchmod(int number, mode_t mode) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_fchmod(number, mode));
}

static int __VERIFIER_atomic_moirai_access(const char *name, int mode) {
    int code;
    struct __moirai_file *file = __moirai_find(name, &code);
    return file != NULL && (mode & 1) != 0 && (file->mode & 0111) == 0 ? -EACCES : code;
}

int access(const char *name, int mode) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_access(name, mode));
}

/* Everything belongs to the one user, who may give it to nobody else. */
int chown(const char *name, uid_t user, gid_t group) {
    if (access(name, 0) != 0) return -1;
    return (user == 1000 || user == (uid_t) -1) && (group == 1000 || group == (gid_t) -1) ? 0 : (int) __moirai_result(-EPERM);
}

int lchown(const char *name, uid_t user, gid_t group) {
    return chown(name, user, group);
}

/* ---- where the program is ---------------------------------------------------------------------------------------- */

static int __VERIFIER_atomic_moirai_chdir(const char *name) {
    struct __moirai_way way;
    __moirai_go(&way, name);
    struct __moirai_name *found = __moirai_arrive(&way);
    int code = found != NULL && !__moirai_is_folder(found->file) ? -ENOTDIR : way.code;
    const char *left = code == 0 ? __moirai_here : way.path;
    if (code == 0) __moirai_here = way.path;
    if (left != __moirai_at_first) __moirai_free((void *) left);
    return code;
}

int chdir(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_chdir(name));
}

static char *__VERIFIER_atomic_moirai_here(void) {
    struct __moirai_way way;
    __moirai_walk(&way, ".", 0);
    return way.path;
}

char *getcwd(char *into, size_t size) {
    char *path = __VERIFIER_atomic_moirai_here();
    size_t length = strlen(path);
    if (into == NULL) into = malloc(size == 0 ? length + 1 : size);
    else if (size == 0) errno = EINVAL;
    if (into != NULL && size != 0 && length >= size) errno = ERANGE;
    char *result = into == NULL || (size != 0 && length >= size) ? NULL : strcpy(into, path);
    __moirai_free(path);
    return result;
}

static char *__VERIFIER_atomic_moirai_real(const char *name, int *code) {
    struct __moirai_way way;
    __moirai_go(&way, name);
    __moirai_arrive(&way);
    *code = way.code;
    return way.path;
}

char *realpath(const char *name, char *into) {
    int code;
    char *path = __VERIFIER_atomic_moirai_real(name, &code);
    if (into == NULL && code == 0) into = malloc(strlen(path) + 1);
    if (code == 0 && into != NULL) strcpy(into, path);
    __moirai_free(path);
    return __moirai_result(code) < 0 ? NULL : into;
}
