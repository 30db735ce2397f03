/* Options of the command line, as glibc reads them: operands are moved behind the options unless the program says otherwise. */

#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* What is left of a word of several letters; the operands passed over stand from first to last. */
static char *__moirai_letters;
static int __moirai_first;
static int __moirai_last;
static int __moirai_begun;

/* Moves the operands behind the options that came after them. */
static void __moirai_exchange(char **words) {
    int options = optind - __moirai_last;
    for (int i = 0; i < options; i++) {
        char *word = words[__moirai_last + i];
        for (int at = __moirai_last + i; at > __moirai_first + i; at--) words[at] = words[at - 1];
        words[__moirai_first + i] = word;
    }
    __moirai_first += options;
    __moirai_last = optind;
}

static int __moirai_is_operand(const char *word) {
    return word[0] != '-' || word[1] == 0;
}

static int __moirai_long_option(
    int count, char **words, const char *shorts, const struct option *longs, int *index, int only, const char *prefix, int loud) {
    const struct option *found = NULL;
    int which = -1;
    int ambiguous = 0;
    char *end = __moirai_letters;
    while (*end != 0 && *end != '=') end++;
    size_t length = (size_t) (end - __moirai_letters);
    for (int i = 0; longs[i].name != NULL; i++) {
        if (strncmp(longs[i].name, __moirai_letters, length) != 0) continue;
        if (strlen(longs[i].name) == length) {
            found = &longs[i];
            which = i;
            ambiguous = 0;
            break;
        }
        if (found == NULL) {
            found = &longs[i];
            which = i;
        } else if (only || found->has_arg != longs[i].has_arg || found->flag != longs[i].flag || found->val != longs[i].val) {
            ambiguous = 1;
        }
    }
    if (ambiguous) {
        if (loud) fprintf(stderr, "%s: option '%s%s' is ambiguous\n", words[0], prefix, __moirai_letters);
        __moirai_letters = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    if (found == NULL) {
        /* A letter, if it is one of those. */
        if (only && words[optind][1] != '-' && strchr(shorts, *__moirai_letters) != NULL) return -1;
        if (loud) fprintf(stderr, "%s: unrecognized option '%s%s'\n", words[0], prefix, __moirai_letters);
        __moirai_letters = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    __moirai_letters = NULL;
    if (*end != 0) {
        if (found->has_arg == no_argument) {
            if (loud) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", words[0], prefix, found->name);
            optopt = found->val;
            return '?';
        }
        optarg = end + 1;
    } else if (found->has_arg == required_argument) {
        if (optind >= count) {
            if (loud) fprintf(stderr, "%s: option '%s%s' requires an argument\n", words[0], prefix, found->name);
            optopt = found->val;
            return shorts[0] == ':' ? ':' : '?';
        }
        optarg = words[optind++];
    }
    if (index != NULL) *index = which;
    if (found->flag == NULL) return found->val;
    *found->flag = found->val;
    return 0;
}

static int __moirai_getopt(
    int count, char **words, const char *shorts, const struct option *longs, int *index, int only) {
    if (count < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !__moirai_begun) {
        if (optind == 0) optind = 1;
        __moirai_first = optind;
        __moirai_last = optind;
        __moirai_letters = NULL;
        __moirai_begun = 1;
    }
    int order = *shorts == '+' || *shorts == '-' ? *shorts++ : 0;
    int loud = opterr && *shorts != ':';
    if (__moirai_letters == NULL || *__moirai_letters == 0) {
        if (__moirai_last > optind) __moirai_last = optind;
        if (__moirai_first > optind) __moirai_first = optind;
        if (order == 0) {
            if (__moirai_first != __moirai_last && __moirai_last != optind) __moirai_exchange(words);
            else if (__moirai_last != optind) __moirai_first = optind;
            while (optind < count && __moirai_is_operand(words[optind])) optind++;
            __moirai_last = optind;
        }
        if (optind != count && strcmp(words[optind], "--") == 0) {
            optind++;
            if (__moirai_first != __moirai_last && __moirai_last != optind) __moirai_exchange(words);
            else if (__moirai_first == __moirai_last) __moirai_first = optind;
            __moirai_last = count;
            optind = count;
        }
        if (optind == count) {
            if (__moirai_first != __moirai_last) optind = __moirai_first;
            return -1;
        }
        if (__moirai_is_operand(words[optind])) {
            if (order == '+') return -1;
            optarg = words[optind++];
            return 1;
        }
        if (longs != NULL && words[optind][1] == '-') {
            __moirai_letters = words[optind] + 2;
            return __moirai_long_option(count, words, shorts, longs, index, only, "--", loud);
        }
        if (longs != NULL && only && (words[optind][2] != 0 || strchr(shorts, words[optind][1]) == NULL)) {
            __moirai_letters = words[optind] + 1;
            int code = __moirai_long_option(count, words, shorts, longs, index, only, "-", loud);
            if (code != -1) return code;
        }
        __moirai_letters = words[optind] + 1;
    }
    char letter = *__moirai_letters++;
    const char *known = strchr(shorts, letter);
    if (*__moirai_letters == 0) optind++;
    if (known == NULL || letter == ':' || letter == ';') {
        if (loud) fprintf(stderr, "%s: invalid option -- '%c'\n", words[0], letter);
        optopt = letter;
        return '?';
    }
    if (known[1] != ':') return letter;
    int result = letter;
    if (*__moirai_letters != 0) {
        optarg = __moirai_letters;
        optind++;
    } else if (known[2] != ':') {
        if (optind == count) {
            if (loud) fprintf(stderr, "%s: option requires an argument -- '%c'\n", words[0], letter);
            optopt = letter;
            result = shorts[0] == ':' ? ':' : '?';
        } else {
            optarg = words[optind++];
        }
    }
    __moirai_letters = NULL;
    return result;
}

int getopt(int count, char *const *arguments, const char *options) {
    return __moirai_getopt(count, (char **) arguments, options, NULL, NULL, 0);
}

int getopt_long(
    int count, char *const *arguments, const char *options, const struct option *longs, int *index) {
    return __moirai_getopt(count, (char **) arguments, options, longs, index, 0);
}

int getopt_long_only(
    int count, char *const *arguments, const char *options, const struct option *longs, int *index) {
    return __moirai_getopt(count, (char **) arguments, options, longs, index, 1);
}
