#ifndef _MOIRAI_SIGNAL_H
#define _MOIRAI_SIGNAL_H
#include <moirai/types.h>
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGIOT SIGABRT
#define SIGIO SIGPOLL
#define SIGCLD SIGCHLD
#define SIGRTMIN 34
#define SIGRTMAX 64
#define NSIG 65
#define _NSIG 65
#define SA_INTERRUPT 0x20000000
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_NODEFER 0x40000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#define SA_ONSTACK 0x08000000
#define SA_RESETHAND 0x80000000
#define SA_RESTART 0x10000000
#define SA_SIGINFO 4
#define SA_STACK SA_ONSTACK
#include <bits/sigevent-consts.h>
#define MINSIGSTKSZ 2048
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define SI_USER 0
#define SI_QUEUE (-1)
#define FPE_INTDIV 1
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
typedef int sig_atomic_t;
#include <bits/types/sigset_t.h>
#include <bits/types/siginfo_t.h>
#include <bits/types/sigevent_t.h>
#include <bits/types/stack_t.h>
#include <bits/types/struct_timespec.h>
typedef void (*__moirai_handler)(int);
#define SIG_DFL ((__moirai_handler) 0)
#define SIG_IGN ((__moirai_handler) 1)
#define SIG_ERR ((__moirai_handler) -1)
typedef __moirai_handler sighandler_t;
typedef __moirai_handler __sighandler_t;
typedef __moirai_handler sig_t;
struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
__moirai_handler signal(int number, __moirai_handler handler);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int raise(int number);
int kill(pid_t process, int number);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *mask);
int sigwaitinfo(const sigset_t *set, siginfo_t *into);
int sigtimedwait(const sigset_t *set, siginfo_t *into, const struct timespec *limit);
int sigqueue(pid_t process, int number, union sigval value);
int sigaltstack(const stack_t *stack, stack_t *old);
int siginterrupt(int number, int flag);
int killpg(pid_t group, int number);
int pthread_kill(unsigned long thread, int number);
void psignal(int number, const char *text);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int sigwait(const sigset_t *set, int *number);
#endif
