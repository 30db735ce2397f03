/*
 * Functions of the system that a native run cannot call as they are: they return memory of the library, or take a function of
 * the program. Each is made of others that work on memory of the program, and these are called for real.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <grp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void __moirai_set_errno(int code);
/* Of the runtime: getaddrinfo with all its results in one piece of memory; EAI_MEMORY if that is too small. */
int __moirai_flat_addresses(
        const char *node, const char *service, const struct addrinfo *hints, void *into, unsigned long size);

/* ---- folders --------------------------------------------------------------------------------------------------- */

struct dirent *readdir(DIR *folder) {
    static _Thread_local struct dirent entry;
    struct dirent *found = NULL;
    return readdir_r(folder, &entry, &found) == 0 ? found : NULL;
}

static int __moirai_walk(
        const char *path, int (*visit)(const char *, const struct stat *, int), int depth) {
    struct stat about;
    if (lstat(path, &about) != 0) {
        memset(&about, 0, sizeof about);
        return visit(path, &about, FTW_NS);
    }
    if (!S_ISDIR(about.st_mode)) return visit(path, &about, FTW_F);
    DIR *folder = opendir(path);
    if (folder == NULL) return visit(path, &about, FTW_DNR);
    int code = visit(path, &about, FTW_D);
    struct dirent *entry;
    while (code == 0 && (entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char *inner = malloc(strlen(path) + strlen(entry->d_name) + 2);
        strcpy(inner, path);
        strcat(inner, "/");
        strcat(inner, entry->d_name);
        code = __moirai_walk(inner, visit, depth);
        free(inner);
    }
    closedir(folder);
    return code;
}

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int depth) {
    return __moirai_walk(path, visit, depth);
}

/* ---- files in memory: a copy, so nothing is written back --------------------------------------------------------- */

void *mmap(void *where, size_t length, int protection, int flags, int file, off_t offset) {
    (void) where;
    char *start = calloc(1, length);
    size_t done = 0;
    if ((flags & MAP_ANONYMOUS) != 0) return start;
    if ((flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) {
        __moirai_set_errno(ENODEV);
        return MAP_FAILED;
    }
    while (done < length) {
        ssize_t got = pread(file, start + done, length - done, offset + (off_t) done);
        if (got < 0) return MAP_FAILED;
        if (got == 0) break;
        done += (size_t) got;
    }
    return start;
}

int munmap(void *start, size_t length) {
    (void) length;
    free(start);
    return 0;
}

void *mremap(void *start, size_t length, size_t wanted, int flags, ...) {
    if (wanted <= length) return start;
    if ((flags & MREMAP_MAYMOVE) == 0) {
        __moirai_set_errno(ENOMEM);
        return MAP_FAILED;
    }
    char *moved = calloc(1, wanted);
    memcpy(moved, start, length);
    free(start);
    return moved;
}

/* ---- lines ----------------------------------------------------------------------------------------------------- */

ssize_t getdelim(char **line, size_t *room, int end, FILE *file) {
    size_t length = 0;
    for (;;) {
        int c = fgetc(file);
        if (c == EOF && length == 0) return -1;
        if (*line == NULL || length + 2 > *room) {
            size_t more = *line == NULL ? 120 : *room * 2;
            *line = realloc(*line, more);
            *room = more;
        }
        if (c != EOF) (*line)[length++] = (char) c;
        if (c == EOF || c == end) {
            (*line)[length] = 0;
            return (ssize_t) length;
        }
    }
}

ssize_t getline(char **line, size_t *room, FILE *file) {
    return getdelim(line, room, '\n', file);
}

/* ---- dates and names ------------------------------------------------------------------------------------------- */

struct tm *localtime(const time_t *moment) {
    static struct tm broken;
    return localtime_r(moment, &broken);
}

struct tm *gmtime(const time_t *moment) {
    static struct tm broken;
    return gmtime_r(moment, &broken);
}

char *ctime(const time_t *moment) {
    static char text[32];
    return ctime_r(moment, text);
}

char *asctime(const struct tm *broken) {
    static char text[32];
    return asctime_r(broken, text);
}

char *inet_ntoa(struct in_addr address) {
    static _Thread_local char text[16];
    const unsigned char *bytes = (const unsigned char *) &address;
    snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    return text;
}

struct passwd *getpwnam(const char *name) {
    static struct passwd user;
    static char room[1024];
    struct passwd *found = NULL;
    return getpwnam_r(name, &user, room, sizeof room, &found) == 0 ? found : NULL;
}

struct passwd *getpwuid(uid_t number) {
    static struct passwd user;
    static char room[1024];
    struct passwd *found = NULL;
    return getpwuid_r(number, &user, room, sizeof room, &found) == 0 ? found : NULL;
}

struct group *getgrnam(const char *name) {
    static struct group group;
    static char room[1024];
    struct group *found = NULL;
    return getgrnam_r(name, &group, room, sizeof room, &found) == 0 ? found : NULL;
}

struct group *getgrgid(gid_t number) {
    static struct group group;
    static char room[1024];
    struct group *found = NULL;
    return getgrgid_r(number, &group, room, sizeof room, &found) == 0 ? found : NULL;
}

struct hostent *gethostbyname(const char *name) {
    static struct hostent host;
    static char room[4096];
    struct hostent *found = NULL;
    int error;
    return gethostbyname_r(name, &host, room, sizeof room, &found, &error) == 0 ? found : NULL;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **into) {
    size_t size = 4096;
    void *all = malloc(size);
    int code = __moirai_flat_addresses(node, service, hints, all, size);
    if (code == 0) *into = all;
    else free(all);
    return code;
}

void freeaddrinfo(struct addrinfo *all) {
    free(all);
}
