package dev.moirai.frontend.c.library;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which library functions are written in C, and where. */
final class BundledC {
    private static final String FOLDER = "dev/moirai/frontend/c/models/";

    private static final Map<String, String> FILE_OF = new HashMap<>();

    static {
        put("errno.c", "__errno_location __moirai_set_errno strerror");
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
        put("sorting.c", "qsort bsearch");
        put(
                "math.c",
                "fabs fabsf sqrt sqrtf floor floorf ceil ceilf trunc truncf round fmin fminf fmax fmaxf"
                        + " copysign fmod difftime __moirai_signbit");
        put("once.c", "pthread_once call_once");
        put(
                "thread_end.c",
                "pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific tss_create tss_delete"
                        + " tss_get tss_set __moirai_cleanup_push __moirai_cleanup_pop __moirai_run_handlers"
                        + " __moirai_thread_epilogue");
        put("input.c", "fgets read __moirai_read_word");
        put(
                "scan.c",
                "__moirai_scan_space __moirai_scan_character __moirai_scan_some __moirai_scan_word __moirai_scan_set"
                        + " __moirai_scan_integer __moirai_scan_signed __moirai_scan_unsigned __moirai_scan_stopped");
        put(
                "format.c",
                "__moirai_put __moirai_put_end __moirai_put_padded __moirai_put_text __moirai_put_signed"
                        + " __moirai_put_unsigned");
    }

    private BundledC() {}

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
