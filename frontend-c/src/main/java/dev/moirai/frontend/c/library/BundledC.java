package dev.moirai.frontend.c.library;

import dev.moirai.ir.TransactionMark;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which library functions are written in C, and where. */
final class BundledC {
    private static final String FOLDER = "models/";

    private static final Map<String, String> FILE_OF = new HashMap<>();

    static {
        put("errno.c", "__errno_location __moirai_set_errno");
        put(
                "memory.c",
                "__moirai_memcpy __moirai_memmove __moirai_memset __moirai_memcmp memcpy memmove memset memcmp"
                        + " mempcpy memchr bcopy");
        put(
                "string.c",
                "strlen strnlen strcmp strncmp strcoll strcasecmp strncasecmp strcpy strncpy stpcpy strcat strncat"
                        + " strchr strrchr index rindex strstr strspn strcspn strpbrk strdup strndup strtok strtok_r");
        put(
                "ctype.c",
                "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper"
                        + " isxdigit tolower toupper");
        put("wide.c", "wcslen wcscmp wcsncmp wcscpy wcsncpy wcscat wcschr wmemset wmemcpy wmemcmp");
        put("numbers.c", "abs labs llabs atoi atol atoll strtol strtoul strtoll strtoull ffs");
        put("byte_order.c", "htons htonl ntohs ntohl");
        put("sorting.c", "qsort qsort_r bsearch");
        put(
                "string_gnu.c",
                "strsep strchrnul strcasestr stpncpy strxfrm memmem memrchr rawmemchr memccpy explicit_bzero strlcpy"
                        + " strlcat ffsl ffsll strverscmp");
        put("getopt.c", "getopt getopt_long getopt_long_only");
        put("locale.c", "setlocale localeconv");
        put(
                "dates.c",
                "gmtime gmtime_r localtime localtime_r mktime timegm asctime asctime_r ctime ctime_r strftime tzset");
        put("random.c", "rand random srand srandom rand_r srand48 lrand48 mrand48 drand48 nrand48 erand48");
        put(
                "math.c",
                "fabs fabsf sqrt sqrtf floor floorf ceil ceilf trunc truncf round fmin fminf fmax fmaxf"
                        + " copysign copysignf fmod difftime remainder __moirai_signbit");
        put(
                "elementary.c",
                "exp exp2 log log2 log10 log1p pow hypot sin cos tan atan atan2 asin acos sinf cosf tanf expf logf"
                        + " log2f log10f powf");
        put(
                "int128.c",
                "__moirai_upper_product __moirai_multiply128 __moirai_unsigned_divide128"
                        + " __moirai_unsigned_remainder128 __moirai_signed_divide128 __moirai_signed_remainder128"
                        + " __moirai_shift_left128 __moirai_shift_right128 __moirai_signed_shift128");
        put(
                "extended.c",
                "__moirai_extended_add __moirai_extended_subtract __moirai_extended_multiply __moirai_extended_divide"
                        + " __moirai_extended_order __moirai_unsigned_to_extended __moirai_signed_to_extended"
                        + " __moirai_double_to_extended __moirai_float_to_extended __moirai_extended_to_double"
                        + " __moirai_extended_to_float __moirai_unsigned_to_double __moirai_unsigned_to_float"
                        + " __moirai_signed_to_double __moirai_signed_to_float __moirai_extended_to_integer");
        put(
                "cancel.c",
                "pthread_cancel __moirai_testcancel __moirai_end_cancelled __moirai_setcancelstate"
                        + " __moirai_setcanceltype __moirai_note_canceltype __moirai_begins_to_wait"
                        + " __moirai_has_waited"
                        + " __moirai_waits_otherwise __moirai_has_waited_otherwise");
        put(
                "signal.c",
                "sigemptyset sigfillset sigaddset sigdelset sigismember signal sigaction pthread_sigmask sigprocmask"
                        + " sigpending raise pthread_kill kill sigwait sigwaitinfo sigtimedwait pause sigsuspend"
                        + " __moirai_signal_point __moirai_inherit_mask"
                        + " __moirai_save_mask __moirai_restore_mask");
        put("jump.c", "__moirai_note_frame __moirai_longjmp");
        put("at_exit.c", "atexit on_exit __moirai_run_at_exit");
        put("clock.c", "clock_gettime timespec_get gettimeofday clock");
        put(
                "scheduling.c",
                "sched_getaffinity pthread_getaffinity_np sched_getcpu sched_getscheduler sched_getparam sched_setparam"
                        + " pthread_getschedparam");
        put("addresses.c", "inet_aton inet_addr inet_ntoa inet_pton inet_ntop");
        put(
                "rounding.c",
                "rint nearbyint rintf nearbyintf roundf lrint lrintf llrint llrintf lround lroundf llround llroundf"
                        + " fmodf modf modff frexp frexpf ldexp scalbn nextafter fdim");
        put("fused.c", "fma fmaf ilogb ilogbf logb logbf scalbln");
        put(
                "joining.c",
                "pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np __moirai_note_end"
                        + " __moirai_noted_epilogue");
        put("named_semaphores.c", "sem_open sem_close sem_unlink");
        put("vectors.c", "readv writev preadv pwritev");
        put("memory_streams.c", "open_memstream __moirai_flush __moirai_close");
        put(
                "multibyte.c",
                "mbsinit mbrtowc mbrlen mbtowc mblen wcrtomb wctomb mbstowcs wcstombs mbsrtowcs wcsrtombs btowc wctob");
        put("once.c", "pthread_once call_once");
        put(
                "thread_end.c",
                "pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific tss_create tss_delete"
                        + " tss_get tss_set __moirai_cleanup_push __moirai_cleanup_pop __moirai_run_handlers"
                        + " __moirai_thread_epilogue");
        put("transactions.c", TransactionMark.BEGIN.function() + " " + TransactionMark.END.function());
        put("input.c", "__moirai_read_line __moirai_read_standard __moirai_read_input __moirai_read_word");
        put("error_texts.c", "strerror perror strerror_r __xpg_strerror_r");
        put("given_files.c", "__moirai_given_files __moirai_is_given");
        put(
                "files.c",
                "open open64 creat read write pread pwrite lseek ftruncate truncate __moirai_new_file"
                        + " __moirai_hand_over __moirai_take __moirai_give __moirai_seek __moirai_cut");
        put(
                "names.c",
                "umask chmod fchmod access chown lchown chdir getcwd realpath __moirai_first_name __moirai_go"
                        + " __moirai_arrive __moirai_place __moirai_find __moirai_call __moirai_hand __moirai_within"
                        + " __moirai_is_folder __moirai_new_folder __moirai_masked");
        put("opening.c", "mkdir mkstemp mkdtemp __VERIFIER_atomic_moirai_open");
        put("renaming.c", "unlink rmdir remove rename link readlink");
        put("folders.c", "opendir fdopendir readdir readdir_r rewinddir dirfd closedir ftw nftw");
        put(
                "descriptors.c",
                "close dup dup2 dup3 fcntl fsync fdatasync isatty __moirai_new_description __moirai_described"
                        + " __moirai_least __moirai_describe __moirai_describe_hidden __moirai_hold __moirai_let_go"
                        + " __moirai_result");
        put("file_status.c", "stat lstat fstat utimes utime");
        put("queues.c", "pipe pipe2 eventfd");
        put("poll.c", "poll select");
        put(
                "sockets.c",
                "socket accept accept4 connect bind listen shutdown setsockopt recv send sendto"
                        + " recvfrom getsockopt getsockname getpeername");
        put("hosts.c", "gethostbyname getaddrinfo freeaddrinfo gai_strerror hstrerror herror __h_errno_location");
        put("users.c", "getpwuid getpwnam getpwuid_r getpwnam_r getgrgid getgrnam getlogin getlogin_r");
        put("paths.c", "basename __xpg_basename dirname fnmatch glob globfree");
        put("log.c", "openlog closelog setlogmask vsyslog syslog");
        put("messages.c", "warn warnx err errx vwarn vwarnx verr verrx error error_at_line");
        put("mapping.c", "mmap munmap mremap");
        put("environment.c", "getenv secure_getenv setenv unsetenv putenv clearenv");
        put(
                "system.c",
                "__moirai_sysconf uname gethostname gnu_get_libc_version getrlimit setrlimit prctl getrusage times"
                        + " __moirai_set_thread_name pthread_getname_np getrandom getentropy");
        put(
                "streams.c",
                "fopen fopen64 fdopen tmpfile memfd_create __moirai_fclose fileno fgetc getc getc_unlocked getchar"
                    + " getchar_unlocked ungetc fread fread_unlocked fgets getdelim getline feof ferror clearerr fseek"
                    + " fseeko ftell ftello rewind fgetpos fsetpos __moirai_stream_of __moirai_is_output");
        put(
                "stream_output.c",
                "fwrite fwrite_unlocked __moirai_file_puts __moirai_file_putc __moirai_file_format"
                        + " __moirai_descriptor_format");
        put("stream_scan.c", "__moirai_scan_begin __moirai_scan_end __moirai_scan_left __moirai_scan_looked");
        put(
                "scan.c",
                "__moirai_scan_space __moirai_scan_character __moirai_scan_some __moirai_scan_word __moirai_scan_set"
                        + " __moirai_scan_integer __moirai_scan_signed __moirai_scan_unsigned __moirai_scan_stopped");
        put(
                "format.c",
                "__moirai_put __moirai_put_end __moirai_put_padded __moirai_put_text __moirai_put_signed"
                        + " __moirai_put_unsigned");
        put("format_real.c", "__moirai_put_real");
        put("looking.c", "__moirai_look __moirai_look_text __moirai_look_printed __moirai_look_listed");
        put("format_list.c", "vsnprintf vsprintf vasprintf asprintf sprintf snprintf");
        put("decimal.c", "__moirai_decimal_scale __moirai_decimal_digit __moirai_decimal_top __moirai_decimal_rest");
        put("strtod.c", "strtod strtof atof");
        put("scan_real.c", "__moirai_scan_real __moirai_scan_double __moirai_scan_float");
    }

    private BundledC() {}

    /** The bundled file that defines an object of the C library. */
    static Optional<String> findObject(String name) {
        return switch (name) {
            case "optarg", "optind", "opterr", "optopt" -> Optional.of(FOLDER + "getopt.c");
            case "program_invocation_name",
                    "program_invocation_short_name",
                    "error_message_count",
                    "error_one_per_line" -> Optional.of(FOLDER + "messages.c");
            case "stdin", "stdout", "stderr" -> Optional.of(FOLDER + "standard_streams.c");
            case "environ" -> Optional.of(FOLDER + "given_environment.c");
            case "__moirai_calm", "__moirai_somebody_polls" -> Optional.of(FOLDER + "queues.c");
            case "tzname", "timezone", "daylight" -> Optional.of(FOLDER + "dates.c");
            default -> Optional.empty();
        };
    }

    private static void put(String file, String functions) {
        for (String function : functions.split(" ")) FILE_OF.put(function, FOLDER + file);
    }

    static Set<String> functions() {
        return Collections.unmodifiableSet(FILE_OF.keySet());
    }

    static Optional<String> find(String function) {
        return Optional.ofNullable(FILE_OF.get(function));
    }
}
