/* vprintf: a format in the program's memory, and its arguments in a row of eight bytes each. */
#include "moirai.h"

#include "runtime.h"
#include <stdio.h>
#include <string.h>

enum { SLOT = 8, LONGEST = 40 };

/* The program has read the text before, in steps of its own; if it has gone since, nothing is shown. */
const char *moirai_text_within(const void *from, int most) {
    const char *at = from;
    if (!from) return most < 0 || most >= 6 ? "(null)" : "";
    for (int i = 0; most < 0 || i < most; i++, at++) {
        if (!is_readable(at, 1)) return "";
        if (!*at) break;
    }
    return from;
}

static long long integer(unsigned site, const char *slot, size_t bytes) {
    unsigned type = (unsigned)bytes * 8 | MOIRAI_SIGNED;
    if (bytes == sizeof(long long)) return *(long long *)moirai_read(site, slot, sizeof(long long), type);
    return *(int *)moirai_read(site, slot, sizeof(int), type);
}

/* What is printed for one conversion, whose head is all that stands before the letter. Stars have become numbers. */
static void convert(unsigned site, const char *head, char letter, int precision, const char *slot) {
    char format[LONGEST + 8];
    size_t length = strcspn(head, "hlLqjzt");
    const char *size = head + length;
    int wide = *size == 'q' || *size == 'j' || !strcmp(size, "ll") || (*size && *size != 'h' && sizeof(long) == 8);
    memcpy(format, head, length);
    if (strchr("diuxXo", letter)) {
        snprintf(format + length, 8, "%s%c", wide ? "ll" : *size == 'h' ? size : "", letter);
        if (wide) printf(format, integer(site, slot, sizeof(long long)));
        else printf(format, (int)integer(site, slot, sizeof(int)));
        return;
    }
    snprintf(format + length, 8, "%c", letter);
    if (letter == 'c') {
        printf(format, (int)integer(site, slot, sizeof(int)));
    } else if (letter == 's') {
        const char *text = *(char **)moirai_read(site, slot, sizeof text, 8 * sizeof text | MOIRAI_POINTER);
        printf(format, moirai_text_within(text, precision));
    } else if (letter == 'p') {
        printf(format, *(void **)moirai_read(site, slot, sizeof(void *), 8 * sizeof(void *) | MOIRAI_POINTER));
    } else if (strchr("fFeEgGaA", letter)) {
        printf(format, *(double *)moirai_read(site, slot, sizeof(double), 64 | MOIRAI_FLOAT));
    } else if (letter != 'n') {
        printf("%s%c", head, letter);
    }
}

void moirai_print_list(unsigned site, const void *given, const void *list) {
    const char *format = moirai_text_within(given, -1);
    const char *slot = list;
    while (*format) {
        char head[LONGEST] = "%";
        size_t length = 1;
        int precision = -1;
        const char *end = format + 1 + strspn(format + 1, "-+ #0'*.123456789hlLqjzt");
        if (*format != '%' || !*end) {
            putchar(*format++);
            continue;
        }
        for (format++; format < end && length < LONGEST - 12; format++) {
            if (*format == '.') precision = 0;
            if (*format != '*') {
                if (precision >= 0 && *format >= '0' && *format <= '9') precision = precision * 10 + *format - '0';
                head[length++] = *format;
                continue;
            }
            int count = (int)integer(site, slot, sizeof(int));
            slot += SLOT;
            if (precision < 0) length += (size_t)sprintf(head + length, "%d", count);
            else if (count >= 0) length += (size_t)sprintf(head + length, "%d", precision = count);
            else precision = -1, length--;
        }
        head[length] = 0;
        format = end + 1;
        if (*end == '%') {
            putchar('%');
        } else {
            convert(site, head, *end, precision, slot);
            slot += SLOT;
        }
    }
}
