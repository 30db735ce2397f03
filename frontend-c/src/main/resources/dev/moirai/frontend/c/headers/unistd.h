#ifndef _MOIRAI_UNISTD_H
#define _MOIRAI_UNISTD_H
#include <moirai/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_STREAM_MAX 5
#define _SC_PAGESIZE 30
#define _SC_THREADS 67
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_IOV_MAX 60
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_LOGIN_NAME_MAX 71
#define _SC_HOST_NAME_MAX 180
#define _SC_MONOTONIC_CLOCK 149
#define _SC_THREAD_STACK_MIN 75
#define _SC_THREAD_THREADS_MAX 76
#define _SC_LINE_MAX 43
#define _SC_SYMLOOP_MAX 173
#define _SC_TTY_NAME_MAX 72
#define _SC_UIO_MAXIOV 60
#define _SC_LEVEL1_DCACHE_LINESIZE 190
#define _SC_LEVEL1_DCACHE_SIZE 188
#define _SC_LEVEL2_CACHE_SIZE 191
#define _SC_LEVEL3_CACHE_SIZE 194
#define _SC_SIGQUEUE_MAX 34
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _CS_PATH 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_MAPPED_FILES 200809L
unsigned int sleep(unsigned int seconds);
int usleep(useconds_t microseconds);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
uid_t getuid(void);
gid_t getgid(void);
long sysconf(int name);
int getpagesize(void);
void _exit(int code);
ssize_t write(int file, const void *from, size_t size);
ssize_t read(int file, void *into, size_t size);
int isatty(int file);
int getopt(int count, char *const *arguments, const char *options);
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern char **environ;
/* Known by name only: a call is refused. */
pid_t fork(void);
pid_t vfork(void);
uid_t geteuid(void);
gid_t getegid(void);
int setuid(uid_t user);
int setgid(gid_t group);
int seteuid(uid_t user);
int setegid(gid_t group);
int setreuid(uid_t real, uid_t effective);
int setregid(gid_t real, gid_t effective);
int setresuid(uid_t real, uid_t effective, uid_t saved);
int setresgid(gid_t real, gid_t effective, gid_t saved);
int getgroups(int size, gid_t list[]);
pid_t setsid(void);
pid_t getsid(pid_t process);
pid_t getpgrp(void);
pid_t getpgid(pid_t process);
int setpgid(pid_t process, pid_t group);
int access(const char *name, int mode);
int faccessat(int folder, const char *name, int mode, int flags);
int chdir(const char *path);
int fchdir(int file);
int chroot(const char *path);
char *getcwd(char *into, size_t size);
int chown(const char *name, uid_t user, gid_t group);
int fchown(int file, uid_t user, gid_t group);
int lchown(const char *name, uid_t user, gid_t group);
int link(const char *from, const char *to);
int symlink(const char *from, const char *to);
ssize_t readlink(const char *name, char *into, size_t size);
int unlink(const char *name);
int unlinkat(int folder, const char *name, int flags);
int rmdir(const char *name);
off_t lseek(int file, off_t offset, int from);
ssize_t pread(int file, void *into, size_t size, off_t offset);
ssize_t pwrite(int file, const void *from, size_t size, off_t offset);
int fsync(int file);
int fdatasync(int file);
void sync(void);
int syncfs(int file);
int ftruncate(int file, off_t length);
int truncate(const char *name, off_t length);
int dup(int file);
int dup2(int file, int to);
int dup3(int file, int to, int flags);
int pipe2(int files[2], int flags);
int lockf(int file, int command, off_t length);
int execl(const char *path, const char *argument, ...);
int execlp(const char *path, const char *argument, ...);
int execle(const char *path, const char *argument, ...);
int execv(const char *path, char *const arguments[]);
int execvp(const char *path, char *const arguments[]);
int execve(const char *path, char *const arguments[], char *const environment[]);
int execvpe(const char *path, char *const arguments[], char *const environment[]);
int gethostname(char *into, size_t size);
int sethostname(const char *name, size_t size);
char *getlogin(void);
int getlogin_r(char *into, size_t size);
char *ttyname(int file);
int ttyname_r(int file, char *into, size_t size);
int tcsetpgrp(int file, pid_t group);
pid_t tcgetpgrp(int file);
long pathconf(const char *path, int name);
long fpathconf(int file, int name);
size_t confstr(int name, char *into, size_t size);
int nice(int by);
int daemon(int stay, int keep);
int brk(void *end);
void *sbrk(intptr_t by);
long syscall(long number, ...);
char *crypt(const char *key, const char *salt);
int getentropy(void *into, size_t size);
int getdtablesize(void);
unsigned int ualarm(useconds_t first, useconds_t interval);
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *into, size_t size, unsigned int flags);
int close(int file);
int pipe(int files[2]);
unsigned int alarm(unsigned int seconds);
int pause(void);
#endif
