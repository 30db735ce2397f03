/*
 * The tree of folders: which names there are, opening, and where the program is. It begins with a few folders that every system has, the
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

/* Whether the first part of a path names a folder that there is. */
static int __moirai_leads_to_folder(char *path, size_t length) {
    if (length == 0) return 1;
    path[length] = 0;
    struct __moirai_name *found = *__moirai_place(path);
    return found != NULL && __moirai_is_folder(found->file);
}

/*
 * Goes on from a path of some length by the parts of a name; returns the new length. From what is no folder nothing leads back: then
 * the path keeps its "..", and nothing has that name.
 */
static size_t __moirai_walk_on(char *path, size_t length, const char *name) {
    while (*name != 0) {
        if (*name == '/') {
            name++;
            continue;
        }
        size_t part = 0;
        while (name[part] != 0 && name[part] != '/') part++;
        if (part == 2 && name[0] == '.' && name[1] == '.' && __moirai_leads_to_folder(path, length)) {
            while (length > 0 && path[--length] != '/') {}
        } else if (part != 1 || name[0] != '.') {
            path[length++] = '/';
            for (size_t i = 0; i < part; i++) path[length++] = name[i];
        }
        name += part;
    }
    return length;
}

char *__moirai_path(const char *name) {
    char *path = __moirai_new(strlen(__moirai_here) + strlen(name) + 2);
    size_t length = name[0] == '/' ? 0 : __moirai_walk_on(path, 0, __moirai_here);
    length = __moirai_walk_on(path, length, name);
    if (length == 0) path[length++] = '/';
    path[length] = 0;
    return path;
}

static struct __moirai_name **__moirai_among_names(const char *path) {
    struct __moirai_name **at = &__moirai_names;
    while (*at != NULL && strcmp((*at)->path, path) != 0) at = &(*at)->next;
    return at;
}

struct __moirai_name **__moirai_place(const char *path) {
    __moirai_described(0);
    return __moirai_among_names(path);
}

struct __moirai_file *__moirai_find(const char *name) {
    if (*name == 0) return NULL;
    char *path = __moirai_path(name);
    struct __moirai_name *found = *__moirai_place(path);
    __moirai_free(path);
    return found == NULL ? NULL : found->file;
}

const char *__moirai_within(const char *path, const char *folder) {
    size_t length = folder[1] == 0 ? 0 : strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/' || path[length + 1] == 0) return NULL;
    return path + length + 1;
}

/* The folder that a path lies in, to be freed. */
static char *__moirai_parent(const char *path) {
    size_t length = strlen(path);
    char *parent = __moirai_new(length + 1);
    strcpy(parent, path);
    while (length > 1 && parent[length - 1] != '/') length--;
    parent[length > 1 ? length - 1 : 1] = 0;
    return parent;
}

int __moirai_missing(const char *path) {
    char *parent = __moirai_parent(path);
    struct __moirai_name *found = *__moirai_place(parent);
    int code = found == NULL && parent[1] != 0    ? __moirai_missing(parent)
        : found == NULL || __moirai_is_folder(found->file) ? -ENOENT
                                                           : -ENOTDIR;
    __moirai_free(parent);
    return code;
}

int __moirai_has_room(const char *path) {
    char *parent = __moirai_parent(path);
    struct __moirai_name *found = *__moirai_place(parent);
    int code = found != NULL && __moirai_is_folder(found->file) ? 0 : __moirai_missing(path);
    __moirai_free(parent);
    return code;
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
    char *path = __moirai_path(name);
    for (size_t i = 1; path[i] != 0; i++) {
        if (path[i] != '/') continue;
        path[i] = 0;
        if (*__moirai_among_names(path) == NULL) __moirai_call(path, __moirai_new_folder(0755));
        path[i] = '/';
    }
    __moirai_call(path, file);
    __moirai_free(path);
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
    struct __moirai_file *file = __moirai_find(name);
    if (file == NULL) return -ENOENT;
    __moirai_permit(file, mode);
    return 0;
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
    struct __moirai_file *file = __moirai_find(name);
    if (file == NULL) return -ENOENT;
    return (mode & 1) != 0 && (file->mode & 0111) == 0 ? -EACCES : 0;
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

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static long __moirai_read_nothing(struct __moirai_description *from, unsigned char *into, size_t size) {
    (void) from, (void) into, (void) size;
    return 0;
}

static long __moirai_write_nowhere(struct __moirai_description *to, const unsigned char *from, size_t size) {
    (void) to, (void) from;
    return (long) size;
}

static void __moirai_nothing_left(struct __moirai_description *what) {
    (void) what;
}

static int __moirai_always_ready(struct __moirai_description *what) {
    (void) what;
    return 1 | 4;
}

static const struct __moirai_kind __moirai_nowhere = {
    __moirai_read_nothing, __moirai_write_nowhere, __moirai_nothing_left, __moirai_always_ready};

static int __moirai_open_path(const char *path, int flags, unsigned mode) {
    struct __moirai_name *found = *__moirai_place(path);
    if (found == NULL) {
        if ((flags & __MOIRAI_CREAT) == 0) return __moirai_missing(path);
        int code = __moirai_has_room(path);
        if (code != 0) return code;
        struct __moirai_file *made = __moirai_new_file();
        made->mode = 0100000 | __moirai_masked(mode & 07777);
        __moirai_call(path, made);
        found = __moirai_names;
    } else if ((flags & __MOIRAI_CREAT) != 0 && (flags & __MOIRAI_EXCL) != 0) {
        return -EEXIST;
    }
    struct __moirai_file *file = found->file;
    if (__moirai_is_folder(file) && (flags & (3 | __MOIRAI_CREAT | __MOIRAI_TRUNC)) != 0) return -EISDIR;
    if (!__moirai_is_folder(file) && (flags & __MOIRAI_DIRECTORY) != 0) return -ENOTDIR;
    if ((flags & __MOIRAI_TRUNC) != 0 && (flags & 3) != 0) file->size = 0;
    int kept = flags & ~(__MOIRAI_CREAT | __MOIRAI_EXCL);
    int device = (file->mode & 0170000) == 020000;
    return __moirai_least(__moirai_new_description(device ? &__moirai_nowhere : NULL, device ? NULL : file, kept), 0);
}

int __VERIFIER_atomic_moirai_open(const char *name, int flags, unsigned mode) {
    if (*name == 0) return -ENOENT;
    char *path = __moirai_path(name);
    int number = __moirai_open_path(path, flags, mode);
    __moirai_free(path);
    return number;
}

/* Names like none before, in place of the last six characters. */
static int __VERIFIER_atomic_moirai_temporary(char *name, int folder) {
    static unsigned made;
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) return -EINVAL;
    for (;;) {
        unsigned rest = ++made;
        for (size_t i = length - 1; i >= length - 6; i--) {
            name[i] = (char) ('a' + rest % 26);
            rest /= 26;
        }
        if (__moirai_find(name) == NULL) break;
    }
    char *path = __moirai_path(name);
    int code = __moirai_has_room(path);
    if (code == 0 && folder) __moirai_call(path, __moirai_new_folder(0700));
    if (code == 0 && !folder) code = __moirai_open_path(path, __MOIRAI_RDWR | __MOIRAI_CREAT | __MOIRAI_EXCL, 0600);
    __moirai_free(path);
    return code;
}

int mkstemp(char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_temporary(name, 0));
}

char *mkdtemp(char *name) {
    return __moirai_result(__VERIFIER_atomic_moirai_temporary(name, 1)) < 0 ? NULL : name;
}

/* ---- where the program is ---------------------------------------------------------------------------------------- */

static int __VERIFIER_atomic_moirai_chdir(const char *name) {
    if (*name == 0) return -ENOENT;
    char *path = __moirai_path(name);
    struct __moirai_name *found = *__moirai_place(path);
    int code = found == NULL ? __moirai_missing(path) : __moirai_is_folder(found->file) ? 0 : -ENOTDIR;
    const char *left = code == 0 ? __moirai_here : path;
    if (code == 0) __moirai_here = path;
    if (left != __moirai_at_first) __moirai_free((void *) left);
    return code;
}

int chdir(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_chdir(name));
}

static char *__VERIFIER_atomic_moirai_here(void) {
    return __moirai_path(".");
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
    char *path = __moirai_path(name);
    *code = *name == 0 ? -ENOENT : *__moirai_place(path) == NULL ? __moirai_missing(path) : 0;
    return path;
}

char *realpath(const char *name, char *into) {
    int code;
    char *path = __VERIFIER_atomic_moirai_real(name, &code);
    if (into == NULL && code == 0) into = malloc(strlen(path) + 1);
    if (code == 0 && into != NULL) strcpy(into, path);
    __moirai_free(path);
    return __moirai_result(code) < 0 ? NULL : into;
}
