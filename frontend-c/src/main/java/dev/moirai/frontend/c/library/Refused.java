package dev.moirai.frontend.c.library;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Functions that are known but not modelled, with the reason: a better message than for an unknown name. */
final class Refused {
    private static final Map<String, String> REASON_OF = new HashMap<>();

    static {
        put("these signals are not supported", "killpg sigqueue psignal");
        put("robust mutexes are not supported", "pthread_mutex_consistent");
        put("priority ceilings are not supported", "pthread_mutex_setprioceiling pthread_mutex_getprioceiling");
        put(
                "what the system knows about a thread is not modelled",
                "pthread_getattr_np pthread_getcpuclockid"
                        + " pthread_attr_setaffinity_np sched_rr_get_interval unshare setns nice");
        put(
                "stacks of one's own are not supported",
                "pthread_attr_setstack pthread_attr_setstackaddr pthread_attr_getstack");
        put("memory shared between processes is not supported", "shm_open shm_unlink");
        put("the program's break is not modelled; use malloc", "brk sbrk");
        put(
                "a second process is not supported",
                "fork vfork clone execl execlp execle execv execve execvp execvpe wait waitpid system popen pclose"
                        + " daemon setsid getsid getpgrp getpgid setpgid tcsetpgrp tcgetpgrp");
        put(
                "users and groups are not modelled",
                "setuid setgid seteuid setegid setreuid setregid setresuid setresgid getgroups crypt");
        put("sockets of this kind are not supported", "pselect recvmsg sendmsg socketpair");
        put(
                "symbolic links, and names relative to an open folder, are not modelled",
                "faccessat fchdir chroot fchown symlink unlinkat fstatat fchmodat mkdirat utimensat futimens futimes");
        put(
                "files of this kind are not modelled",
                "sync syncfs lockf ttyname ttyname_r pathconf fpathconf copy_file_range mkostemp mktemp posix_openpt"
                        + " grantpt unlockpt ptsname mkfifo mknod");
        put("streams of this kind are not modelled", "freopen tmpnam fmemopen flockfile ftrylockfile funlockfile");
        put("what the system knows of itself is not modelled", "sethostname confstr getdtablesize getloadavg");
        put("it overflows every buffer; use fgets", "gets");
        put("scanning into an argument list is not supported", "vsscanf vscanf vfscanf");
        put("functions that run at quick_exit are not supported", "at_quick_exit");
        put("other locales than C are not supported", "newlocale uselocale freelocale strptime strsignal");
        put(
                "timers are not supported",
                "timer_create timer_delete timer_settime timer_gettime clock_settime settimeofday");
        put(
                "its value is not computed here",
                "expm1 sinh cosh tanh cbrt erf erfc lgamma tgamma fabsl roundl floorl powl strtold");
        put("its state is not modelled; use rand", "initstate setstate");
        put("the machine's stack is not modelled", "__builtin_frame_address __builtin_return_address");
        put(
                "calls with arguments unknown to the compiler are not supported",
                "__builtin_apply __builtin_apply_args __builtin_return");
    }

    private Refused() {}

    private static void put(String reason, String functions) {
        for (String function : functions.split(" ")) REASON_OF.put(function, reason);
    }

    static Optional<FunctionModel> find(String function) {
        return Optional.ofNullable(REASON_OF.get(function)).map(reason -> site -> {
            throw site.error(function + ": " + reason, "");
        });
    }
}
