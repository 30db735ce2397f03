/* What is done to names of files and folders: making folders, removing, renaming, giving a second name. */

#include <errno.h>
#include <moirai/names.h>
#include <stddef.h>
#include <string.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
int access(const char *name, int mode);

static int __moirai_is_empty(const char *folder) {
    for (struct __moirai_name *name = __moirai_first_name(); name != NULL; name = name->next) {
        if (__moirai_within(name->path, folder) != NULL) return 0;
    }
    return 1;
}

static void __moirai_forget_name(struct __moirai_name **at) {
    struct __moirai_name *found = *at;
    *at = found->next;
    __moirai_free((void *) found->path);
    __moirai_free(found);
}

/* Which: 1 for files, 2 for folders, 3 for both. */
static int __VERIFIER_atomic_moirai_unlink(const char *name, int which) {
    char *path = __moirai_path(name);
    struct __moirai_name **at = __moirai_place(path);
    int code = 0;
    if (*name == 0 || *at == NULL) code = *name == 0 ? -ENOENT : __moirai_missing(path);
    else if ((*at)->fixed) code = -EBUSY;
    else if (!__moirai_is_folder((*at)->file) && which == 2) code = -ENOTDIR;
    else if (__moirai_is_folder((*at)->file) && which == 1) code = -EISDIR;
    else if (__moirai_is_folder((*at)->file) && !__moirai_is_empty(path)) code = -ENOTEMPTY;
    else __moirai_forget_name(at);
    __moirai_free(path);
    return code;
}

int unlink(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_unlink(name, 1));
}

int rmdir(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_unlink(name, 2));
}

int remove(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_unlink(name, 3));
}

static int __VERIFIER_atomic_moirai_mkdir(const char *name, unsigned mode) {
    if (*name == 0) return -ENOENT;
    char *path = __moirai_path(name);
    int code = *__moirai_place(path) != NULL ? -EEXIST : __moirai_has_room(path);
    if (code == 0) __moirai_call(path, __moirai_new_folder(__moirai_masked(mode & 0777)));
    __moirai_free(path);
    return code;
}

int mkdir(const char *name, mode_t mode) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_mkdir(name, mode));
}

static int __moirai_link_paths(const char *from, const char *to) {
    struct __moirai_name *found = *__moirai_place(from);
    if (found == NULL) return __moirai_missing(from);
    if (__moirai_is_folder(found->file)) return -EPERM;
    if (*__moirai_place(to) != NULL) return -EEXIST;
    int code = __moirai_has_room(to);
    if (code == 0) __moirai_call(to, found->file);
    return code;
}

/* What lies in a folder that gets another name has another name too. */
static void __moirai_rename_within(const char *from, const char *to) {
    for (struct __moirai_name *name = __moirai_first_name(); name != NULL; name = name->next) {
        const char *inner = __moirai_within(name->path, from);
        if (inner == NULL) continue;
        char *path = __moirai_new(strlen(to) + strlen(inner) + 2);
        strcpy(path, to);
        strcat(path, "/");
        strcat(path, inner);
        __moirai_free((void *) name->path);
        name->path = path;
    }
}

static int __moirai_rename_paths(const char *from, const char *to) {
    struct __moirai_name *found = *__moirai_place(from);
    struct __moirai_name *there = *__moirai_place(to);
    if (found == NULL) return __moirai_missing(from);
    if (found == there || (there != NULL && found->file == there->file)) return 0;
    if (found->fixed || (there != NULL && there->fixed)) return -EBUSY;
    int folder = __moirai_is_folder(found->file);
    if (folder && __moirai_within(to, from) != NULL) return -EINVAL;
    if (there != NULL) {
        if (__moirai_is_folder(there->file) != folder) return folder ? -ENOTDIR : -EISDIR;
        if (folder && !__moirai_is_empty(to)) return -ENOTEMPTY;
    } else {
        int code = __moirai_has_room(to);
        if (code != 0) return code;
    }
    struct __moirai_file *file = found->file;
    __moirai_forget_name(__moirai_place(from));
    if (there != NULL) there->file = file;
    else __moirai_call(to, file);
    if (folder) __moirai_rename_within(from, to);
    return 0;
}

static int __VERIFIER_atomic_moirai_two_names(const char *from, const char *to, int rename) {
    if (*from == 0 || *to == 0) return -ENOENT;
    char *one = __moirai_path(from);
    char *other = __moirai_path(to);
    int code = rename ? __moirai_rename_paths(one, other) : __moirai_link_paths(one, other);
    __moirai_free(one);
    __moirai_free(other);
    return code;
}

int rename(const char *from, const char *to) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_two_names(from, to, 1));
}

int link(const char *from, const char *to) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_two_names(from, to, 0));
}

/* Nothing is a symbolic link. */
ssize_t readlink(const char *name, char *into, size_t size) {
    (void) into, (void) size;
    return access(name, 0) == 0 ? __moirai_result(-EINVAL) : -1;
}
