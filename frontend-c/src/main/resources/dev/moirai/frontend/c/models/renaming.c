/* What is done to names of files and folders: removing, renaming, giving a second name. Error numbers are Linux's. */

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

static int __moirai_remove_entry(struct __moirai_name *found) {
    if (found->fixed) return -EBUSY;
    if (__moirai_is_folder(found->file) && !__moirai_is_empty(found->path)) return -ENOTEMPTY;
    __moirai_forget_name(__moirai_place(found->path));
    return 0;
}

static int __VERIFIER_atomic_moirai_unlink(const char *name) {
    struct __moirai_way way;
    __moirai_go(&way, name);
    if (way.code == 0 && way.last != __MOIRAI_ENTRY) way.code = -EISDIR;
    struct __moirai_name *found = __moirai_arrive(&way);
    if (found != NULL) way.code = __moirai_is_folder(found->file) ? -EISDIR : __moirai_remove_entry(found);
    __moirai_free(way.path);
    return way.code;
}

int unlink(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_unlink(name));
}

static int __VERIFIER_atomic_moirai_rmdir(const char *name) {
    static const int codes[] = {[__MOIRAI_ENTRY] = 0, [__MOIRAI_DOT] = -EINVAL, [__MOIRAI_DOTS] = -ENOTEMPTY, [__MOIRAI_ROOT] = -EBUSY};
    struct __moirai_way way;
    __moirai_go(&way, name);
    if (way.code == 0) way.code = codes[way.last];
    struct __moirai_name *found = __moirai_arrive(&way);
    if (found != NULL) way.code = __moirai_is_folder(found->file) ? __moirai_remove_entry(found) : -ENOTDIR;
    __moirai_free(way.path);
    return way.code;
}

int rmdir(const char *name) {
    return (int) __moirai_result(__VERIFIER_atomic_moirai_rmdir(name));
}

int remove(const char *name) {
    int code = __VERIFIER_atomic_moirai_unlink(name);
    return (int) __moirai_result(code == -EISDIR ? __VERIFIER_atomic_moirai_rmdir(name) : code);
}

static int __moirai_link_ways(struct __moirai_way *from, struct __moirai_way *to) {
    struct __moirai_name *found = __moirai_arrive(from);
    if (found == NULL) return from->code;
    if (to->code != 0) return to->code;
    if (to->last != __MOIRAI_ENTRY || *__moirai_place(to->path) != NULL) return -EEXIST;
    if (to->slash) return -ENOENT;
    if (__moirai_is_folder(found->file)) return -EPERM;
    __moirai_call(to->path, found->file);
    return 0;
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

/* The checks stand in Linux's order. */
static int __moirai_rename_ways(struct __moirai_way *from, struct __moirai_way *to) {
    if (from->code != 0) return from->code;
    if (to->code != 0) return to->code;
    if (from->last != __MOIRAI_ENTRY || to->last != __MOIRAI_ENTRY) return -EBUSY;
    struct __moirai_name *found = *__moirai_place(from->path);
    struct __moirai_name *there = *__moirai_place(to->path);
    if (found == NULL) return -ENOENT;
    int folder = __moirai_is_folder(found->file);
    if (!folder && (from->slash || to->slash)) return -ENOTDIR;
    if (folder && __moirai_within(to->path, from->path) != NULL) return -EINVAL;
    if (__moirai_within(from->path, to->path) != NULL) return -ENOTEMPTY;
    if (there != NULL) {
        if (found->file == there->file) return 0;
        if (__moirai_is_folder(there->file) != folder) return folder ? -ENOTDIR : -EISDIR;
    }
    if (found->fixed || (there != NULL && there->fixed)) return -EBUSY;
    if (there != NULL && folder && !__moirai_is_empty(to->path)) return -ENOTEMPTY;
    struct __moirai_file *file = found->file;
    __moirai_forget_name(__moirai_place(from->path));
    if (there != NULL) there->file = file;
    else __moirai_call(to->path, file);
    if (folder) __moirai_rename_within(from->path, to->path);
    return 0;
}

static int __VERIFIER_atomic_moirai_two_names(const char *from, const char *to, int rename) {
    struct __moirai_way one;
    struct __moirai_way other;
    __moirai_go(&one, from);
    __moirai_go(&other, to);
    int code = rename ? __moirai_rename_ways(&one, &other) : __moirai_link_ways(&one, &other);
    __moirai_free(one.path);
    __moirai_free(other.path);
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
