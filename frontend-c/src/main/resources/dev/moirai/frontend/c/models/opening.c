/* Opening files by their names, and making what is new: files, folders, temporary ones. Error numbers and their order are Linux's. */

#include <errno.h>
#include <moirai/names.h>
#include <stddef.h>
#include <string.h>

void __moirai_free(void *object);

/* ---- the device that swallows everything ------------------------------------------------------------------------- */

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

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static struct __moirai_file *__moirai_make_file(const char *path, unsigned mode) {
    struct __moirai_file *made = __moirai_new_file();
    made->mode = 0100000 | __moirai_masked(mode & 07777);
    __moirai_call(path, made);
    return made;
}

static int __moirai_open_way(struct __moirai_way *way, int flags, unsigned mode) {
    int makes = (flags & __MOIRAI_CREAT) != 0;
    if (makes && (flags & __MOIRAI_DIRECTORY) != 0) return -EINVAL;
    if (way->code != 0) return way->code;
    if (makes && way->slash && way->last == __MOIRAI_ENTRY) return -EISDIR;
    struct __moirai_name *found = __moirai_arrive(way);
    if (found == NULL && !(makes && way->code == -ENOENT)) return way->code;
    if (found != NULL && makes && (flags & __MOIRAI_EXCL) != 0) return -EEXIST;
    struct __moirai_file *file = found == NULL ? __moirai_make_file(way->path, mode) : found->file;
    int folder = __moirai_is_folder(file);
    if (folder && (flags & (3 | __MOIRAI_CREAT | __MOIRAI_TRUNC)) != 0) return -EISDIR;
    if (!folder && (flags & __MOIRAI_DIRECTORY) != 0) return -ENOTDIR;
    if ((flags & __MOIRAI_TRUNC) != 0) __moirai_cut(file, 0);
    int kept = flags & ~(__MOIRAI_CREAT | __MOIRAI_EXCL | __MOIRAI_TRUNC);
    int device = (file->mode & 0170000) == 020000;
    return __moirai_least(__moirai_new_description(device ? &__moirai_nowhere : NULL, device ? NULL : file, kept), 0);
}

int __VERIFIER_atomic_moirai_open(const char *name, int flags, unsigned mode) {
    struct __moirai_way way;
    __moirai_go(&way, name);
    int number = __moirai_open_way(&way, flags, mode);
    __moirai_free(way.path);
    return number;
}

/* ---- folders ----------------------------------------------------------------------------------------------------- */

static int __moirai_make_folder(struct __moirai_way *way, unsigned mode) {
    if (way->code != 0) return way->code;
    if (way->last != __MOIRAI_ENTRY || *__moirai_place(way->path) != NULL) return -EEXIST;
    __moirai_call(way->path, __moirai_new_folder(__moirai_masked(mode & 0777)));
    return 0;
}

static int __VERIFIER_atomic_moirai_mkdir(const char *name, unsigned mode) {
    struct __moirai_way way;
    __moirai_go(&way, name);
    int code = __moirai_make_folder(&way, mode);
    __moirai_free(way.path);
    return code;
}

int mkdir(const char *name, mode_t mode) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_mkdir(name, mode));
}

/* ---- names like none before, in place of the last six characters -------------------------------------------------- */

static int __VERIFIER_atomic_moirai_temporary(char *name, int folder) {
    static unsigned made;
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) return -EINVAL;
    int code;
    do {
        unsigned rest = ++made;
        for (size_t i = length - 1; i >= length - 6; i--) {
            name[i] = (char) ('a' + rest % 26);
            rest /= 26;
        }
        struct __moirai_way way;
        __moirai_go(&way, name);
        code = folder ? __moirai_make_folder(&way, 0700) : __moirai_open_way(&way, __MOIRAI_RDWR | __MOIRAI_CREAT | __MOIRAI_EXCL, 0600);
        __moirai_free(way.path);
    } while (code == -EEXIST);
    return code;
}

int mkstemp(char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_temporary(name, 0));
}

char *mkdtemp(char *name) {
    return __moirai_result(__VERIFIER_atomic_moirai_temporary(name, 1)) < 0 ? NULL : name;
}
