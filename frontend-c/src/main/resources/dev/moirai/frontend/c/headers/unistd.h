#ifndef _MOIRAI_UNISTD_H
#define _MOIRAI_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_CLK_TCK 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
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
/* Known by name only: a call is refused. */
pid_t fork(void);
int close(int file);
int pipe(int files[2]);
unsigned int alarm(unsigned int seconds);
int pause(void);
#endif
