/* Messages of a program about itself, as <err.h> and <error.h> have them. */

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
unsigned int error_message_count;
int error_one_per_line;

/* With a code below zero there is no text for it. */
static void __moirai_message(int code, const char *format, va_list list) {
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL) vfprintf(stderr, format, list);
    if (code >= 0) fprintf(stderr, "%s%s", format != NULL ? ": " : "", strerror(code));
    fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list list) {
    __moirai_message(errno, format, list);
}

void vwarnx(const char *format, va_list list) {
    __moirai_message(-1, format, list);
}

void verr(int status, const char *format, va_list list) {
    __moirai_message(errno, format, list);
    exit(status);
}

void verrx(int status, const char *format, va_list list) {
    __moirai_message(-1, format, list);
    exit(status);
}

void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
}

void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verr(status, format, list);
}

void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verrx(status, format, list);
}

static void __moirai_error(int status, int code, const char *file, unsigned line, const char *format, va_list list) {
    fprintf(stderr, "%s:", program_invocation_name);
    if (file != NULL) fprintf(stderr, "%s:%u: ", file, line);
    else fprintf(stderr, " ");
    vfprintf(stderr, format, list);
    error_message_count++;
    if (code != 0) fprintf(stderr, ": %s", strerror(code));
    fprintf(stderr, "\n");
    if (status != 0) exit(status);
}

void error(int status, int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    __moirai_error(status, code, NULL, 0, format, list);
    va_end(list);
}

void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...) {
    static const char *last_file;
    static unsigned last_line;
    int again = error_one_per_line && last_file != NULL && line == last_line && strcmp(file, last_file) == 0;
    last_file = file;
    last_line = line;
    if (again) return;
    va_list list;
    va_start(list, format);
    __moirai_error(status, code, file, line, format, list);
    va_end(list);
}
