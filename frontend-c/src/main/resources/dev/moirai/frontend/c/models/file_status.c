/* What stat tells of a file, and times of files, which are only kept. */

#include <errno.h>
#include <moirai/names.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

/* A file's names; of a folder also its own ".", and the ".." of each folder in it. */
static unsigned long __VERIFIER_atomic_moirai_links(const struct __moirai_file *file) {
    unsigned long count = 0;
    const char *folder = NULL;
    for (struct __moirai_name *name = __moirai_first_name(); name != NULL; name = name->next) {
        if (name->file != file) continue;
        count++;
        if (__moirai_is_folder(file)) folder = name->path;
    }
    if (folder == NULL) return count;
    for (struct __moirai_name *name = __moirai_first_name(); name != NULL; name = name->next) {
        const char *inner = __moirai_within(name->path, folder);
        if (inner != NULL && strchr(inner, '/') == NULL && __moirai_is_folder(name->file)) count++;
    }
    return count + 1;
}

/* The standard streams, pipes and the like are no files. */
static int __moirai_status(struct __moirai_file *file, struct stat *into) {
    int folder = file != NULL && __moirai_is_folder(file);
    into->st_dev = 1;
    into->st_ino = file == NULL ? 0 : file->number;
    into->st_nlink = file == NULL ? 1 : __VERIFIER_atomic_moirai_links(file);
    into->st_mode = file == NULL ? 0010600 : file->mode;
    into->st_uid = 1000;
    into->st_gid = 1000;
    into->st_rdev = 0;
    into->st_size = file == NULL ? 0 : folder ? 4096 : (off_t) file->size;
    into->st_blksize = 4096;
    into->st_blocks = file == NULL ? 0 : (blkcnt_t) ((into->st_size + 511) / 512);
    into->st_atime = file == NULL ? 0 : file->times[0];
    into->st_mtime = file == NULL ? 0 : file->times[1];
    into->st_ctime = 0;
    return 0;
}

static struct __moirai_file *__VERIFIER_atomic_moirai_named(const char *name, int *code) {
    return __moirai_find(name, code);
}

int stat(const char *name, struct stat *into) {
    int code;
    struct __moirai_file *file = __VERIFIER_atomic_moirai_named(name, &code);
    return file == NULL ? (int) __moirai_result(code) : __moirai_status(file, into);
}

int lstat(const char *name, struct stat *into) {
    return stat(name, into);
}

int fstat(int number, struct stat *into) {
    struct __moirai_description *what = __moirai_hold(number);
    if (what == NULL) return (int) __moirai_result(-EBADF);
    struct __moirai_file *file = what->file;
    __moirai_let_go(what);
    return __moirai_status(file, into);
}

static void __VERIFIER_atomic_moirai_set_times(struct __moirai_file *file, long accessed, long changed) {
    file->times[0] = accessed;
    file->times[1] = changed;
}

static int __moirai_times_of(const char *name, long accessed, long changed) {
    int code;
    struct __moirai_file *file = __VERIFIER_atomic_moirai_named(name, &code);
    if (file == NULL) return (int) __moirai_result(code);
    __VERIFIER_atomic_moirai_set_times(file, accessed, changed);
    return 0;
}

int utimes(const char *name, const struct timeval times[2]) {
    time_t now = times == NULL ? time(NULL) : 0;
    return times == NULL ? __moirai_times_of(name, now, now) : __moirai_times_of(name, times[0].tv_sec, times[1].tv_sec);
}

struct __moirai_two_times {
    time_t accessed;
    time_t changed;
};

int utime(const char *name, const struct __moirai_two_times *times) {
    time_t now = times == NULL ? time(NULL) : 0;
    return times == NULL ? __moirai_times_of(name, now, now) : __moirai_times_of(name, times->accessed, times->changed);
}
