package dev.moirai.frontend.c.library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Functions of the system that a native run calls for real though they have a model or are refused elsewhere, and what is
 * known of some of them: whether they may wait for the world, and what they do with what their arguments point to. Of a
 * function that nothing is known of, the types of its parameters say what there is to say.
 *
 * <p>A description has a word for each parameter, and {@code !} in front if the function may wait. The letters:
 *
 * <ul>
 *   <li>{@code n} a number, {@code u} one that does not matter for the result
 *   <li>{@code t} a text, {@code s} one that does not matter for the result
 *   <li>{@code p} memory that is read and written, with all that it leads to
 *   <li>{@code r} memory that is read, and whose contents do not matter for the result
 *   <li>{@code w} memory that is written; {@code x} that of which as many bytes are written as the result says
 *   <li>{@code f} a {@code FILE}
 * </ul>
 *
 * <p>A number after a letter is the argument that tells how many bytes there are; {@code 1*2} is a product of two. What stands
 * after {@code |} holds for all arguments in place of {@code ...}.
 */
public final class OutsideCalls {
    /** @param further the letter for arguments in place of {@code ...}; empty to go by their types */
    public record Description(boolean waits, List<String> parameters, String further) {
        static final Description UNKNOWN = new Description(false, List.of(), "");

        /** The word for a parameter, if it is known. */
        public Optional<String> parameter(int index, int declared) {
            if (index < parameters.size()) return Optional.of(parameters.get(index));
            return index >= declared && !further.isEmpty() ? Optional.of(further) : Optional.empty();
        }
    }

    private static final Map<String, Description> KNOWN = new HashMap<>();

    static {
        describe("""
            read: ! n x2 n
            pread: ! n x2 n n
            pread64: ! n x2 n n
            readv: ! n p n
            preadv: ! n p n n
            writev: ! n p n
            pwritev: ! n p n n
            recv: ! n x2 n n
            recvfrom: ! n x2 n n p p
            write: ! n r2 n
            pwrite: ! n r2 n n
            pwrite64: ! n r2 n n
            send: ! n r2 n n
            sendto: ! n r2 n n p5 n
            accept: ! n p p
            accept4: ! n p p n
            connect: ! n p2 n
            bind: n p2 n
            setsockopt: n n n p4 n
            poll: ! p n n
            ppoll: ! p n p p
            select: ! n p p p p
            pselect: ! n p p p p p
            epoll_wait: ! n w n n
            fread: ! w1*2 n n f
            fread_unlocked: ! w1*2 n n f
            fwrite: ! r1*2 n n f
            fwrite_unlocked: ! r1*2 n n f
            fgets: ! w1 n f
            fgetc: ! f
            getc: ! f
            getc_unlocked: ! f
            getchar: !
            getchar_unlocked: !
            fscanf: ! f t | w
            __isoc99_fscanf: ! f t | w
            __isoc23_fscanf: ! f t | w
            fprintf: f t | u
            fputs: s f
            fputs_unlocked: s f
            fputc: u f
            putc: u f
            putc_unlocked: u f
            perror: s
            open: ! t n | n
            openat: ! n t n | n
            fcntl: ! n n | p
            ioctl: n n | p
            sleep: ! n
            usleep: ! n
            nanosleep: ! p w
            clock_nanosleep: ! n n p w
            flock: ! n n
            lockf: ! n n n
            """);
        // Of these, the types of parameters and results say everything.
        for (String function : """
            close creat lseek lseek64 dup dup2 dup3 fsync fdatasync sync syncfs ftruncate truncate posix_fadvise
            posix_fallocate fallocate stat fstat lstat fstatat stat64 fstat64 lstat64 statvfs fstatvfs
            access faccessat chmod fchmod chown fchown lchown umask mkdir rmdir link symlink readlink unlink unlinkat
            rename remove utime utimes futimes futimens utimensat mkstemp mkstemps mkostemp mkdtemp chdir fchdir getcwd realpath
            readdir_r dirfd opendir fdopendir closedir rewinddir telldir seekdir
            fopen fopen64 fdopen freopen fclose fflush fseek fseeko ftell ftello rewind feof ferror clearerr fileno ungetc
            setvbuf setbuf setlinebuf setbuffer tmpfile popen pclose feof_unlocked ferror_unlocked
            pipe pipe2 eventfd socket socketpair listen shutdown getsockname getpeername getsockopt
            epoll_create epoll_create1 epoll_ctl inet_addr inet_aton inet_pton inet_ntop gethostbyname_r gethostname
            gai_strerror hstrerror if_nametoindex getloadavg getrusage getrlimit setrlimit isatty ttyname pathconf fpathconf sysconf
            getdtablesize sched_getcpu getpgrp getpwuid_r getpwnam_r getlogin getlogin_r getuid geteuid getgid getegid ffsl ffsll uname times
            setlocale localtime_r gmtime_r mktime timegm strftime asctime_r ctime_r tzset clock_getres
            """.split("\\s+")) {
            KNOWN.put(function, Description.UNKNOWN);
        }
    }

    private OutsideCalls() {}

    private static void describe(String lines) {
        for (String line : lines.split("\n")) {
            int colon = line.indexOf(':');
            var words =
                    new ArrayList<>(List.of(line.substring(colon + 1).strip().split(" ")));
            boolean waits = words.remove("!");
            int bar = words.indexOf("|");
            String further = bar < 0 ? "" : words.get(bar + 1);
            KNOWN.put(
                    line.substring(0, colon),
                    new Description(waits, bar < 0 ? List.copyOf(words) : List.copyOf(words.subList(0, bar)), further));
        }
    }

    static boolean contains(String function) {
        return KNOWN.containsKey(function);
    }

    static Set<String> functions() {
        return Collections.unmodifiableSet(KNOWN.keySet());
    }

    /** What is known of the function. */
    public static Description of(String function) {
        return KNOWN.getOrDefault(function, Description.UNKNOWN);
    }
}
