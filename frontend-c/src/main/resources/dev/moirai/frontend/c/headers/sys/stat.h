#ifndef _MOIRAI_SYS_STAT_H
#define _MOIRAI_SYS_STAT_H
#include <moirai/types.h>
#include <bits/types/struct_timespec.h>
/* The machine's <fcntl.h> declares the same struct under this guard. */
#ifndef _BITS_STRUCT_STAT_H
#define _BITS_STRUCT_STAT_H
#ifdef __LP64__
struct stat {
    dev_t st_dev;
    ino_t st_ino;
    nlink_t st_nlink;
    mode_t st_mode;
    uid_t st_uid;
    gid_t st_gid;
    int __moirai_padding;
    dev_t st_rdev;
    off_t st_size;
    blksize_t st_blksize;
    blkcnt_t st_blocks;
    struct timespec st_atim;
    struct timespec st_mtim;
    struct timespec st_ctim;
    long __moirai_reserved[3];
};
#else
struct stat {
    dev_t st_dev;
    unsigned short __moirai_padding;
    ino_t st_ino;
    mode_t st_mode;
    nlink_t st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    unsigned short __moirai_more_padding;
    off_t st_size;
    blksize_t st_blksize;
    blkcnt_t st_blocks;
    struct timespec st_atim;
    struct timespec st_mtim;
    struct timespec st_ctim;
    unsigned long __moirai_reserved[2];
};
#endif
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#endif
#define stat64 stat
#define lstat64 lstat
#define fstat64 fstat
#define S_IFMT 0170000
#define S_IFSOCK 0140000
#define S_IFLNK 0120000
#define S_IFREG 0100000
#define S_IFBLK 0060000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_IFIFO 0010000
#define S_ISUID 04000
#define S_ISGID 02000
#define S_ISVTX 01000
#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXG 0070
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXO 0007
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_IREAD S_IRUSR
#define S_IWRITE S_IWUSR
#define S_IEXEC S_IXUSR
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
#define UTIME_NOW ((1L << 30) - 1L)
#define UTIME_OMIT ((1L << 30) - 2L)

int stat(const char *name, struct stat *into);
int lstat(const char *name, struct stat *into);
int fstat(int number, struct stat *into);

/* Known by name only: a call is refused. */
int fstatat(int folder, const char *name, struct stat *into, int flags);
int chmod(const char *name, mode_t mode);
int fchmod(int number, mode_t mode);
int fchmodat(int folder, const char *name, mode_t mode, int flags);
mode_t umask(mode_t mask);
int mkdir(const char *name, mode_t mode);
int mkdirat(int folder, const char *name, mode_t mode);
int mkfifo(const char *name, mode_t mode);
int mknod(const char *name, mode_t mode, dev_t device);
int utimensat(int folder, const char *name, const struct timespec times[2], int flags);
int futimens(int number, const struct timespec times[2]);
#endif
