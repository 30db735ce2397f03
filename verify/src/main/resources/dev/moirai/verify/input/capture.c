/*
 * Loaded into every program of a build (LD_PRELOAD): a compiler that is started is written down before it starts, by whatever
 * path it is called. A call is a file with the folder and the words, each ended by a zero byte.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static int ends(const char *text, const char *end) {
    size_t length = strlen(text), more = strlen(end);
    return length >= more && strcmp(text + length - more, end) == 0;
}

static int is_watched(const char *path) {
    static const char *const names[] = {"cc", "gcc", "clang", "c99", "c89", "tcc", "ar", "c++", "g++", "clang++"};
    static const char *const families[] = {"gcc-", "clang-", "g++-", "clang++-"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char suffix[16];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(suffix, sizeof suffix, "-%s", names[i]);
        if (strcmp(name, names[i]) == 0 || ends(name, suffix)) return 1;
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        size_t length = strlen(families[i]);
        if (begins(name, families[i]) && name[length] >= '0' && name[length] <= '9') return 1;
    }
    return 0;
}

static void write_word(int file, const char *word) {
    ssize_t done = write(file, word, strlen(word) + 1);
    (void)done;
}

static void note(const char *path, char *const words[]) {
    static int count;
    const char *folder = getenv("MOIRAI_CAPTURE");
    char here[PATH_MAX], part[PATH_MAX], whole[PATH_MAX];
    struct timespec now;
    int file;
    if (!folder || !path || !words || !words[0] || !is_watched(path) || !getcwd(here, sizeof here)) return;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(part, sizeof part, "%s/%lld%09ld-%ld-%d.part", folder, (long long)now.tv_sec, now.tv_nsec, (long)getpid(),
             count);
    snprintf(whole, sizeof whole, "%s/%lld%09ld-%ld-%d.call", folder, (long long)now.tv_sec, now.tv_nsec,
             (long)getpid(), count++);
    file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return;
    write_word(file, here);
    write_word(file, path);
    for (int i = 1; words[i]; i++) write_word(file, words[i]);
    close(file);
    rename(part, whole);
}

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

int execve(const char *path, char *const words[], char *const environment[]) {
    note(path, words);
    return ((int (*)(const char *, char *const[], char *const[]))real("execve"))(path, words, environment);
}

int execv(const char *path, char *const words[]) {
    return execve(path, words, environ);
}

int execvp(const char *path, char *const words[]) {
    note(path, words);
    return ((int (*)(const char *, char *const[]))real("execvp"))(path, words);
}

int execvpe(const char *path, char *const words[], char *const environment[]) {
    note(path, words);
    return ((int (*)(const char *, char *const[], char *const[]))real("execvpe"))(path, words, environment);
}

typedef int spawning(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[],
                     char *const[]);

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how,
                char *const words[], char *const environment[]) {
    note(path, words);
    return ((spawning *)real("posix_spawn"))(pid, path, actions, how, words, environment);
}

int posix_spawnp(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how,
                 char *const words[], char *const environment[]) {
    note(path, words);
    return ((spawning *)real("posix_spawnp"))(pid, path, actions, how, words, environment);
}
