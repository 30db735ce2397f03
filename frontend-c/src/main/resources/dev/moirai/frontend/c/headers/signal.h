#ifndef _MOIRAI_SIGNAL_H
#define _MOIRAI_SIGNAL_H
#include <sys/types.h>
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
typedef int sig_atomic_t;
typedef struct { unsigned long __moirai[16]; } sigset_t;
typedef void (*__moirai_handler)(int);
#define SIG_DFL ((__moirai_handler) 0)
#define SIG_IGN ((__moirai_handler) 1)
#define SIG_ERR ((__moirai_handler) -1)
struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};
/* Known by name only: a call is refused. */
__moirai_handler signal(int number, __moirai_handler handler);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int raise(int number);
int kill(pid_t process, int number);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int sigwait(const sigset_t *set, int *number);
#endif
