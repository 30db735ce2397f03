package dev.moirai.frontend.c.library;

import java.util.Optional;

/** Functions that are known but not modelled, with the reason: a better message than for an unknown name. */
final class Refused {
    private Refused() {}

    static Optional<FunctionModel> find(String function) {
        return reason(function).map(reason -> site -> {
            throw site.error(function + ": " + reason, "");
        });
    }

    private static Optional<String> reason(String function) {
        return Optional.ofNullable(
                switch (function) {
                    case "pthread_cancel" -> "thread cancellation is not supported";
                    case "pthread_kill",
                            "raise",
                            "kill",
                            "sigaction",
                            "sigwait",
                            "sigsuspend",
                            "sigqueue",
                            "alarm",
                            "pause" -> "signals are not supported";
                    case "pthread_tryjoin_np", "pthread_timedjoin_np" ->
                        "joining without waiting is not supported; use pthread_join";
                    case "pthread_mutex_consistent" -> "robust mutexes are not supported";
                    case "pthread_mutex_setprioceiling", "pthread_mutex_getprioceiling" ->
                        "priority ceilings are not supported";
                    case "pthread_getname_np", "pthread_getattr_np", "pthread_getschedparam" ->
                        "what the system knows about a thread is not modelled";
                    case "pthread_attr_setstack", "pthread_attr_setstackaddr", "pthread_attr_getstack" ->
                        "stacks of one's own are not supported";
                    case "sem_open", "sem_close", "sem_unlink", "shm_open", "mmap", "munmap", "mprotect" ->
                        "memory shared between processes is not supported";
                    case "fork", "vfork", "execl", "execv", "execve", "execvp", "wait", "waitpid", "system", "popen" ->
                        "a second process is not supported";
                    case "pipe", "socket", "bind", "listen", "accept", "connect", "select", "poll", "open", "close" ->
                        "files and sockets are not supported";
                    case "fopen",
                            "fdopen",
                            "freopen",
                            "fclose",
                            "fread",
                            "fwrite",
                            "fseek",
                            "ftell",
                            "rewind",
                            "feof",
                            "ungetc",
                            "getline",
                            "remove",
                            "rename",
                            "tmpfile" -> "files are not supported, beyond printing and reading standard input";
                    case "gets" -> "it overflows every buffer; use fgets";
                    case "vsscanf", "vscanf", "vfscanf" -> "scanning into an argument list is not supported";
                    case "vsprintf", "vsnprintf", "asprintf", "vasprintf" ->
                        "formatting from an argument list is not supported";
                    case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp" ->
                        "jumps between functions are not supported";
                    case "atexit", "on_exit", "at_quick_exit" ->
                        "functions that run at exit are not supported; call them at the end of main";
                    case "setlocale", "localtime", "gmtime", "mktime", "strftime", "ctime", "asctime" ->
                        "dates and locales are not supported";
                    case "getopt", "getopt_long" -> "options of the command line are not supported";
                    case "syscall" -> "system calls are not supported";
                    case "pow",
                            "exp",
                            "exp2",
                            "log",
                            "log2",
                            "log10",
                            "sin",
                            "cos",
                            "tan",
                            "asin",
                            "acos",
                            "atan",
                            "atan2",
                            "sinh",
                            "cosh",
                            "tanh",
                            "cbrt",
                            "hypot",
                            "drand48",
                            "atof",
                            "strtod",
                            "strtof" -> "its value is not computed exactly here, and so not at all";
                    case "__builtin_frame_address", "__builtin_return_address" -> "the machine's stack is not modelled";
                    case "__builtin_apply", "__builtin_apply_args", "__builtin_return" ->
                        "calls with arguments unknown to the compiler are not supported";
                    default -> null;
                });
    }
}
