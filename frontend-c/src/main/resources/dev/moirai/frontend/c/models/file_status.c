/* What stat tells of a file: its size and number. Everything is a plain file but the standard streams, pipes and the like. */

#include <errno.h>
#include <moirai/files.h>
#include <sys/stat.h>

struct __moirai_file *__VERIFIER_atomic_moirai_named(const char *name);

static int __moirai_status(struct __moirai_file *file, struct stat *into) {
    into->st_dev = 1;
    into->st_ino = file == NULL ? 0 : file->number;
    into->st_nlink = 1;
    into->st_mode = file == NULL ? 0010600 : 0100644;
    into->st_uid = 1000;
    into->st_gid = 1000;
    into->st_rdev = 0;
    into->st_size = file == NULL ? 0 : (off_t) file->size;
    into->st_blksize = 4096;
    into->st_blocks = file == NULL ? 0 : (blkcnt_t) ((file->size + 511) / 512);
    into->st_atime = 0;
    into->st_mtime = 0;
    into->st_ctime = 0;
    return 0;
}

int stat(const char *name, struct stat *into) {
    struct __moirai_file *file = __VERIFIER_atomic_moirai_named(name);
    return file == NULL ? (int) __moirai_result(-ENOENT) : __moirai_status(file, into);
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
