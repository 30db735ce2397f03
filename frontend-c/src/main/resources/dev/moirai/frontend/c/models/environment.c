/* Variables of the environment: those the user hands over, and those the program sets. */

#include <errno.h>
#include <stddef.h>
#include <string.h>

void *__moirai_new(size_t size);

extern char **environ;

/* Where the variable of this name stands; at the end if there is none. */
static size_t __moirai_variable(const char *name, size_t length) {
    size_t i = 0;
    while (environ[i] != NULL && !(strncmp(environ[i], name, length) == 0 && environ[i][length] == '=')) i++;
    return i;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    char *found = environ[__moirai_variable(name, length)];
    return found == NULL ? NULL : found + length + 1;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

/* Old tables and texts are kept: somebody may still look at them. */
static void __moirai_set_variable(char *text, size_t length) {
    size_t at = __moirai_variable(text, length);
    if (environ[at] == NULL) {
        char **longer = __moirai_new((at + 2) * sizeof *longer);
        for (size_t i = 0; i < at; i++) longer[i] = environ[i];
        longer[at + 1] = NULL;
        longer[at] = text;
        environ = longer;
    } else {
        environ[at] = text;
    }
}

static int __moirai_is_name(const char *name) {
    if (name != NULL && *name != 0 && strchr(name, '=') == NULL) return 1;
    *__errno_location() = EINVAL;
    return 0;
}

int setenv(const char *name, const char *value, int replace) {
    if (!__moirai_is_name(name)) return -1;
    size_t length = strlen(name);
    if (!replace && environ[__moirai_variable(name, length)] != NULL) return 0;
    char *text = __moirai_new(length + strlen(value) + 2);
    strcpy(text, name);
    text[length] = '=';
    strcpy(text + length + 1, value);
    __moirai_set_variable(text, length);
    return 0;
}

int unsetenv(const char *name) {
    if (!__moirai_is_name(name)) return -1;
    for (size_t at = __moirai_variable(name, strlen(name)); environ[at] != NULL; at++) environ[at] = environ[at + 1];
    return 0;
}

int putenv(char *text) {
    char *equals = strchr(text, '=');
    if (equals == NULL) return unsetenv(text);
    __moirai_set_variable(text, (size_t) (equals - text));
    return 0;
}

static char *__moirai_no_variables[] = {NULL};

int clearenv(void) {
    environ = __moirai_no_variables;
    return 0;
}
