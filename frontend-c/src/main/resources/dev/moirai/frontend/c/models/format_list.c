/* printf's kin where the format is known only at run time: it is walked along, and the arguments are taken from a list. */

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEFT 1
#define ZEROS 2
#define PLUS 4
#define SPACE 8
#define PREFIX 16
#define CAPITALS 32

void __moirai_unknown_format(void);
int *__errno_location(void);
size_t __moirai_put(char *into, size_t size, size_t at, int c);
void __moirai_put_end(char *into, size_t size, size_t at);
size_t __moirai_put_padded(char *into, size_t size, size_t at, int c, int width, int flags);
size_t __moirai_put_text(
    char *into, size_t size, size_t at, const char *text, int width, int precision, int flags);
size_t __moirai_put_signed(
    char *into, size_t size, size_t at, long long value, int width, int precision, int flags);
size_t __moirai_put_unsigned(
    char *into, size_t size, size_t at, unsigned long long value, int base, int width, int precision, int flags);
size_t __moirai_put_real(
    char *into, size_t size, size_t at, double value, int letter, int width, int precision, int flags);

static int __moirai_flag(char c) {
    switch (c) {
        case '-': return LEFT;
        case '0': return ZEROS;
        case '+': return PLUS;
        case ' ': return SPACE;
        case '#': return PREFIX;
        default: return 0;
    }
}

/* Lengths of integers in bytes; without a letter that of int. */
static const char *__moirai_length(const char *format, int *bytes) {
    *bytes = sizeof(int);
    switch (*format) {
        case 'h':
            *bytes = format[1] == 'h' ? 1 : 2;
            return format + (format[1] == 'h' ? 2 : 1);
        case 'l':
            *bytes = format[1] == 'l' ? sizeof(long long) : sizeof(long);
            return format + (format[1] == 'l' ? 2 : 1);
        case 'q':
        case 'j': *bytes = sizeof(long long); return format + 1;
        case 'z':
        case 't': *bytes = sizeof(long); return format + 1;
        default: return format;
    }
}

static long long __moirai_narrow(long long value, int bytes) {
    switch (bytes) {
        case 1: return (signed char) value;
        case 2: return (short) value;
        case 4: return (int) value;
        default: return value;
    }
}

static unsigned long long __moirai_narrow_unsigned(unsigned long long value, int bytes) {
    switch (bytes) {
        case 1: return (unsigned char) value;
        case 2: return (unsigned short) value;
        case 4: return (unsigned int) value;
        default: return value;
    }
}

/* A number, or a star that stands for the next argument. */
#define __MOIRAI_COUNT(into)                                                                   \
    if (*format == '*') {                                                                      \
        into = va_arg(list, int);                                                              \
        format++;                                                                              \
    } else {                                                                                   \
        for (; *format >= '0' && *format <= '9'; format++) into = into * 10 + (*format - '0'); \
    }

static int __moirai_format(char *into, size_t size, const char *format, va_list list) {
    size_t at = 0;
    while (*format != 0) {
        if (*format != '%') {
            at = __moirai_put(into, size, at, *format);
            format++;
            continue;
        }
        format++;
        int flags = 0;
        int width = 0;
        int precision = -1;
        int bytes;
        for (; __moirai_flag(*format) != 0; format++) flags |= __moirai_flag(*format);
        __MOIRAI_COUNT(width)
        if (width < 0) {
            flags |= LEFT;
            width = -width;
        }
        if (*format == '.') {
            format++;
            precision = 0;
            __MOIRAI_COUNT(precision)
            if (precision < 0) precision = -1;
        }
        const char *letter = __moirai_length(format, &bytes);
        int plain = letter == format;
        char c = *letter;
        format = letter + 1;
        if (c == '%') {
            at = __moirai_put(into, size, at, '%');
        } else if (c == 'd' || c == 'i') {
            long long value = bytes == 8 ? va_arg(list, long long) : va_arg(list, int);
            at = __moirai_put_signed(into, size, at, __moirai_narrow(value, bytes), width, precision, flags);
        } else if (c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            unsigned long long value = bytes == 8 ? va_arg(list, unsigned long long) : va_arg(list, unsigned int);
            if (c == 'X') flags |= CAPITALS;
            at = __moirai_put_unsigned(
                into, size, at, __moirai_narrow_unsigned(value, bytes), c == 'u' ? 10 : c == 'o' ? 8 : 16, width,
                precision, flags);
        } else if (c == 'c' && plain) {
            at = __moirai_put_padded(into, size, at, va_arg(list, int), width, flags);
        } else if (c == 's' && plain) {
            const char *text = va_arg(list, const char *);
            if (text == NULL) text = precision < 0 || precision >= 6 ? "(null)" : "";
            at = __moirai_put_text(into, size, at, text, width, precision, flags);
        } else if (c == 'm') {
            at = __moirai_put_text(into, size, at, strerror(*__errno_location()), width, precision, flags);
        } else if (c == 'p') {
            void *pointer = va_arg(list, void *);
            if (pointer == NULL) at = __moirai_put_text(into, size, at, "(nil)", width, -1, flags);
            else at = __moirai_put_unsigned(into, size, at, (unsigned long) pointer, 16, width, precision, flags | PREFIX);
        } else if (c == 'n' && plain) {
            *va_arg(list, int *) = (int) at;
        } else if ((c == 'f' || c == 'e' || c == 'g' || c == 'a' || c == 'F' || c == 'E' || c == 'G' || c == 'A')
                   && (plain || bytes == sizeof(long))) {
            if (c < 'a') flags |= CAPITALS;
            at = __moirai_put_real(into, size, at, va_arg(list, double), c | 32, width, precision, flags);
        } else {
            __moirai_unknown_format();
        }
    }
    __moirai_put_end(into, size, at);
    return (int) at;
}

int vsnprintf(char *into, size_t size, const char *format, va_list list) {
    return __moirai_format(into, size, format, list);
}

int vsprintf(char *into, const char *format, va_list list) {
    return __moirai_format(into, (size_t) -1, format, list);
}

int vasprintf(char **into, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = __moirai_format(NULL, 0, format, again);
    va_end(again);
    *into = malloc((size_t) length + 1);
    if (*into == NULL) return -1;
    return __moirai_format(*into, (size_t) length + 1, format, list);
}

int asprintf(char **into, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vasprintf(into, format, list);
    va_end(list);
    return length;
}

/* For calls through pointers, and where the format is no literal. */

int sprintf(char *into, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = __moirai_format(into, (size_t) -1, format, list);
    va_end(list);
    return length;
}

int snprintf(char *into, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = __moirai_format(into, size, format, list);
    va_end(list);
    return length;
}
