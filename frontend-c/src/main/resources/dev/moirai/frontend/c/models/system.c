/* What the system tells of itself: an ordinary machine with two processors. */

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

void __moirai_unknown(const char *what);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned long pthread_self(void);

long __moirai_sysconf(int name) {
    switch (name) {
        case 0: /* _SC_ARG_MAX */ return 2097152;
        case 1: /* _SC_CHILD_MAX */ return 4096;
        case 2: /* _SC_CLK_TCK */ return 100;
        case 3: /* _SC_NGROUPS_MAX */ return 65536;
        case 4: /* _SC_OPEN_MAX */ return 256;
        case 5: /* _SC_STREAM_MAX */ return 16;
        case 29: /* _SC_VERSION */ return 200809;
        case 30: /* _SC_PAGESIZE */ return 4096;
        case 60: /* _SC_IOV_MAX */ return 1024;
        case 67: /* _SC_THREADS */ return 200809;
        case 69:
        case 70: /* _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX */ return 1024;
        case 71: /* _SC_LOGIN_NAME_MAX */ return 256;
        case 75: /* _SC_THREAD_STACK_MIN */ return 16384;
        case 76: /* _SC_THREAD_THREADS_MAX */ return -1;
        case 83:
        case 84: /* _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN */ return 2;
        case 85: /* _SC_PHYS_PAGES */ return 262144;
        case 86: /* _SC_AVPHYS_PAGES */ return 131072;
        case 149: /* _SC_MONOTONIC_CLOCK */ return 200809;
        case 180: /* _SC_HOST_NAME_MAX */ return 64;
        case 190: /* _SC_LEVEL1_DCACHE_LINESIZE */ return 64;
        default: *__errno_location() = EINVAL; return -1;
    }
}

/* System, node, release, version, machine, domain: 65 characters each. */
int uname(void *into) {
    static const char *const words[] = {"Linux", "moirai", "6.1.0", "#1 SMP", "x86_64", "(none)"};
    for (int i = 0; i < 6; i++) strcpy((char *) into + 65 * i, words[i]);
    return 0;
}

int gethostname(char *into, size_t size) {
    if (size < 7) {
        *__errno_location() = ENAMETOOLONG;
        return -1;
    }
    strcpy(into, "moirai");
    return 0;
}

const char *gnu_get_libc_version(void) {
    return "2.36";
}

/* Limits of resources: none, but for stacks (8 megabytes) and descriptors. */
int getrlimit(unsigned int resource, void *into) {
    unsigned long *limits = into;
    unsigned long limit = resource == 3 ? 8388608 : resource == 7 ? 256 : ~0UL;
    limits[0] = limit;
    limits[1] = limit;
    return 0;
}

int setrlimit(unsigned int resource, const void *limits) {
    (void) resource, (void) limits;
    return 0;
}

/* Time that the program has used, by clock; of memory and the like nothing is known. */
int getrusage(int who, void *into) {
    long *usage = into;
    long used = clock();
    if (who < -1 || who > 1) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (used < 0) used = 0;
    usage[0] = used / 1000000;
    usage[1] = used % 1000000;
    for (int i = 2; i < 18; i++) usage[i] = 0;
    return 0;
}

/* In hundredths of a second; no child has ended. */
long times(void *into) {
    long *used = into;
    long ticks = clock() / 10000;
    if (used != NULL) {
        used[0] = ticks;
        used[1] = used[2] = used[3] = 0;
    }
    return ticks;
}

/* ---- names of threads: a thread is known by its number, which is its handle ------------------------------------------ */

#define THREADS 64

static char __moirai_names[THREADS][16];

static void __VERIFIER_atomic_moirai_name(unsigned long thread, const char *name) {
    for (int i = 0; i < 16; i++) __moirai_names[thread][i] = name[i];
}

static void __VERIFIER_atomic_moirai_name_of(unsigned long thread, char *name) {
    for (int i = 0; i < 16; i++) name[i] = __moirai_names[thread][i];
}

static void set_name(unsigned long thread, const char *name) {
    char copy[16] = {0};
    if (thread >= THREADS) __moirai_unknown("the name of one of very many threads");
    strncpy(copy, name, 15);
    __VERIFIER_atomic_moirai_name(thread, copy);
}

/* One that nobody has named is called as the program. */
static void get_name(unsigned long thread, char *into) {
    char copy[16];
    if (thread >= THREADS) __moirai_unknown("the name of one of very many threads");
    __VERIFIER_atomic_moirai_name_of(thread, copy);
    strcpy(into, copy[0] == 0 ? "program" : copy);
}

int __moirai_set_thread_name(unsigned long thread, const char *name) {
    if (strlen(name) > 15) return ERANGE;
    set_name(thread, name);
    return 0;
}

int pthread_getname_np(unsigned long thread, char *into, size_t size) {
    char copy[16];
    get_name(thread, copy);
    if (strlen(copy) >= size) return ERANGE;
    strcpy(into, copy);
    return 0;
}

/* Only the name of a thread is kept. */
int prctl(int option, ...) {
    va_list list;
    va_start(list, option);
    char *text = option == 15 || option == 16 ? va_arg(list, char *) : NULL;
    va_end(list);
    if (option == 15) set_name(pthread_self(), text); /* PR_SET_NAME */
    if (option == 16) get_name(pthread_self(), text); /* PR_GET_NAME */
    return 0;
}

/* ---- chance ------------------------------------------------------------------------------------------------------------ */

ssize_t getrandom(void *into, size_t size, unsigned int flags) {
    (void) flags;
    for (size_t i = 0; i < size; i++) ((unsigned char *) into)[i] = __VERIFIER_nondet_uchar();
    return (ssize_t) size;
}

int getentropy(void *into, size_t size) {
    if (size > 256) {
        *__errno_location() = EIO;
        return -1;
    }
    return getrandom(into, size, 0) < 0;
}
