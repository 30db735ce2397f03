/* Names of files as texts: <libgen.h>, fnmatch and glob. Characters are those of the locale C. */

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void __moirai_unknown(const char *what);
void *opendir(const char *name);
void *readdir(void *folder);
int closedir(void *folder);

/* ---- parts of names ---------------------------------------------------------------------------------------------------- */

/* GNU's: the text is not changed. */
char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash == NULL ? (char *) path : slash + 1;
}

static size_t __moirai_without_slashes(const char *path, size_t length) {
    while (length > 1 && path[length - 1] == '/') length--;
    return length;
}

char *__xpg_basename(char *path) {
    if (path == NULL || path[0] == 0) return ".";
    size_t whole = strlen(path);
    size_t length = __moirai_without_slashes(path, whole);
    if (length == 1 && path[0] == '/') return path + whole - 1;
    path[length] = 0;
    return basename(path);
}

char *dirname(char *path) {
    if (path == NULL) return ".";
    size_t length = __moirai_without_slashes(path, strlen(path));
    while (length > 0 && path[length - 1] != '/') length--;
    if (length == 0) return ".";
    length = __moirai_without_slashes(path, length);
    /* Two slashes at the beginning, and not more, may mean something special. */
    if (length == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/') length = 2;
    path[length] = 0;
    return path;
}

/* ---- patterns ---------------------------------------------------------------------------------------------------------- */

enum { __MOIRAI_PATHNAME = 1, __MOIRAI_NOESCAPE = 2, __MOIRAI_PERIOD = 4, __MOIRAI_CASEFOLD = 16 };

static int __moirai_folded(int character, int flags) {
    return (flags & __MOIRAI_CASEFOLD) && character >= 'A' && character <= 'Z' ? character + 'a' - 'A' : character;
}

/* Where the bracket ends, behind its "]"; null if it is none. */
static const char *__moirai_bracket(const char *pattern, int character, int flags, int *matches) {
    const char *at = pattern + 1;
    int negated = *at == '!' || *at == '^';
    int found = 0;
    if (negated) at++;
    for (int first = 1; first || *at != ']'; first = 0) {
        if (*at == 0 || ((flags & __MOIRAI_PATHNAME) && *at == '/')) return NULL;
        if (at[0] == '[' && (at[1] == ':' || at[1] == '.' || at[1] == '=')) {
            __moirai_unknown("classes of characters in patterns for names of files");
        }
        if (*at == '\\' && !(flags & __MOIRAI_NOESCAPE) && at[1] != 0) at++;
        unsigned char low = (unsigned char) *at++;
        unsigned char high = low;
        if (at[0] == '-' && at[1] != ']' && at[1] != 0) {
            at++;
            if (*at == '\\' && !(flags & __MOIRAI_NOESCAPE) && at[1] != 0) at++;
            high = (unsigned char) *at++;
        }
        int folded = __moirai_folded(character, flags);
        if (folded >= __moirai_folded(low, flags) && folded <= __moirai_folded(high, flags)) found = 1;
    }
    *matches = found != negated;
    return at + 1;
}

/* The rest of a pattern against the rest of the text that begins at start. */
static int __moirai_is_match(const char *pattern, const char *text, const char *start, int flags) {
    for (; *pattern != 0; pattern++, text++) {
        int here = (unsigned char) *text;
        int begins = text == start || ((flags & __MOIRAI_PATHNAME) && text[-1] == '/');
        int hidden = here == '.' && begins && (flags & __MOIRAI_PERIOD);
        int ends = here == 0 || (here == '/' && (flags & __MOIRAI_PATHNAME));
        int matches = 0;
        const char *behind = *pattern == '[' ? __moirai_bracket(pattern, here, flags, &matches) : NULL;
        if (*pattern == '*') {
            if (hidden) return 0;
            for (;; text++) {
                if (__moirai_is_match(pattern + 1, text, start, flags)) return 1;
                if (*text == 0 || ((flags & __MOIRAI_PATHNAME) && *text == '/')) return 0;
            }
        } else if (*pattern == '?') {
            if (ends || hidden) return 0;
        } else if (behind != NULL) {
            if (ends || hidden || !matches) return 0;
            pattern = behind - 1;
        } else {
            if (*pattern == '\\' && !(flags & __MOIRAI_NOESCAPE) && pattern[1] != 0) pattern++;
            if (__moirai_folded((unsigned char) *pattern, flags) != __moirai_folded(here, flags)) return 0;
        }
    }
    return *text == 0;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    int known = __MOIRAI_PATHNAME | __MOIRAI_NOESCAPE | __MOIRAI_PERIOD | __MOIRAI_CASEFOLD;
    if (flags & ~known) __moirai_unknown("fnmatch with FNM_LEADING_DIR or FNM_EXTMATCH");
    return !__moirai_is_match(pattern, text, text, flags);
}

/* ---- glob -------------------------------------------------------------------------------------------------------------- */

/* As Linux has it; what follows does not matter. */
struct __moirai_globbed {
    size_t count;
    char **paths;
    size_t offset;
    int flags;
};

struct __moirai_dirent {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char kind;
    char name[256];
};

enum { __MOIRAI_ERR = 1, __MOIRAI_MARK = 2, __MOIRAI_NOSORT = 4, __MOIRAI_NOCHECK = 16, __MOIRAI_GLOB_NOESCAPE = 64 };

static int __moirai_has_wildcards(const char *pattern, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (pattern[i] == '*' || pattern[i] == '?' || pattern[i] == '[' || pattern[i] == '\\') return 1;
    }
    return 0;
}

static void __moirai_add_path(struct __moirai_globbed *found, const char *folder, size_t length, const char *name) {
    struct stat about;
    char *path = malloc(length + strlen(name) + 2);
    memcpy(path, folder, length);
    strcpy(path + length, name);
    if ((found->flags & __MOIRAI_MARK) && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) strcat(path, "/");
    found->paths = realloc(found->paths, (found->count + 2) * sizeof *found->paths);
    size_t at = found->count++;
    for (; at > 0 && strcmp(found->paths[at - 1], path) > 0; at--) found->paths[at] = found->paths[at - 1];
    found->paths[at] = path;
    found->paths[found->count] = NULL;
}

int glob(const char *pattern, int flags, int (*error)(const char *, int), void *result) {
    struct __moirai_globbed *found = result;
    int known = __MOIRAI_ERR | __MOIRAI_MARK | __MOIRAI_NOSORT | __MOIRAI_NOCHECK | __MOIRAI_GLOB_NOESCAPE;
    if (flags & ~known) __moirai_unknown("glob with flags other than ERR, MARK, NOSORT, NOCHECK and NOESCAPE");
    if (error != NULL) __moirai_unknown("glob with a function for errors");
    const char *last = strrchr(pattern, '/');
    last = last == NULL ? pattern : last + 1;
    size_t length = (size_t) (last - pattern);
    if (__moirai_has_wildcards(pattern, length)) __moirai_unknown("glob with wildcards in names of folders");
    found->count = 0;
    found->paths = NULL;
    found->flags = flags;
    if (__moirai_has_wildcards(last, strlen(last))) {
        char *folder = length == 0 ? strdup(".") : strndup(pattern, length);
        void *reader = opendir(folder);
        struct __moirai_dirent *entry;
        free(folder);
        while (reader != NULL && (entry = readdir(reader)) != NULL) {
            int matching = __MOIRAI_PERIOD | (flags & __MOIRAI_GLOB_NOESCAPE ? __MOIRAI_NOESCAPE : 0);
            if (fnmatch(last, entry->name, matching) == 0) __moirai_add_path(found, pattern, length, entry->name);
        }
        if (reader != NULL) closedir(reader);
    } else {
        struct stat about;
        if (stat(pattern, &about) == 0) __moirai_add_path(found, pattern, length, last);
    }
    if (found->count > 0) return 0;
    if (!(flags & __MOIRAI_NOCHECK)) return 3; /* GLOB_NOMATCH */
    found->flags &= ~__MOIRAI_MARK;
    __moirai_add_path(found, pattern, length, last);
    return 0;
}

void globfree(void *result) {
    struct __moirai_globbed *found = result;
    for (size_t i = 0; i < found->count; i++) free(found->paths[i]);
    free(found->paths);
    found->paths = NULL;
    found->count = 0;
}
