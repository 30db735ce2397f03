/* Users: one, who runs the program. */

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

struct __moirai_user {
    char *name;
    char *password;
    uid_t user;
    gid_t group;
    char *about;
    char *home;
    char *shell;
};

static struct __moirai_user __moirai_only_user = {"moirai", "x", 1000, 1000, "", "/home/moirai", "/bin/sh"};

struct __moirai_user *getpwuid(uid_t number) {
    return number == 1000 ? &__moirai_only_user : NULL;
}

struct __moirai_user *getpwnam(const char *name) {
    return strcmp(name, "moirai") == 0 ? &__moirai_only_user : NULL;
}

/* The texts are constants, so that the caller's room is not needed. */
static int __moirai_user_into(struct __moirai_user *found, struct __moirai_user *into, struct __moirai_user **result) {
    if (found != NULL) *into = *found;
    *result = found == NULL ? NULL : into;
    return 0;
}

int getpwuid_r(uid_t number, struct __moirai_user *into, char *room, size_t size, struct __moirai_user **result) {
    (void) room, (void) size;
    return __moirai_user_into(getpwuid(number), into, result);
}

int getpwnam_r(const char *name, struct __moirai_user *into, char *room, size_t size, struct __moirai_user **result) {
    (void) room, (void) size;
    return __moirai_user_into(getpwnam(name), into, result);
}

struct __moirai_group {
    char *name;
    char *password;
    gid_t group;
    char **members;
};

static char *__moirai_nobody[] = {NULL};
static struct __moirai_group __moirai_only_group = {"moirai", "x", 1000, __moirai_nobody};

struct __moirai_group *getgrgid(gid_t number) {
    return number == 1000 ? &__moirai_only_group : NULL;
}

struct __moirai_group *getgrnam(const char *name) {
    return strcmp(name, "moirai") == 0 ? &__moirai_only_group : NULL;
}

char *getlogin(void) {
    return __moirai_only_user.name;
}

int getlogin_r(char *into, size_t size) {
    if (size < 7) return ERANGE;
    strcpy(into, __moirai_only_user.name);
    return 0;
}
