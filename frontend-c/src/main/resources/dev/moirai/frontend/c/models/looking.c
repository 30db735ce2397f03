/* What is printed is read byte by byte, as others can see; the text as a whole is shown afterwards, at once. */

#include <stdarg.h>
#include <stddef.h>

void __moirai_unknown_format(void);

void __moirai_look(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = bytes[i];
        (void) byte;
    }
}

void __moirai_look_text(const char *text, size_t most) {
    size_t n = 0;
    while (n < most && text[n] != 0) n++;
}

/* printf shows a null pointer as such. A negative precision is none. */
void __moirai_look_printed(const char *text, int precision) {
    if (text != NULL) __moirai_look_text(text, (size_t) (long) precision);
}

/* What the characters of a conversion do. */
enum { END, POINT, STAR, DIGIT, LONG, LONG_DOUBLE, PASSED, TEXT, OTHER, UNKNOWN };

static const unsigned char __moirai_does[256] = {
    ['.'] = POINT, ['*'] = STAR, ['0' ... '9'] = DIGIT, ['L'] = LONG_DOUBLE, ['s'] = TEXT,
    ['-'] = PASSED, ['+'] = PASSED, [' '] = PASSED, ['#'] = PASSED, ['\''] = PASSED, ['h'] = PASSED, ['l'] = LONG,
    ['q'] = PASSED, ['j'] = PASSED, ['z'] = PASSED, ['t'] = PASSED,
    ['d'] = OTHER, ['i'] = OTHER, ['u'] = OTHER, ['x'] = OTHER, ['X'] = OTHER, ['o'] = OTHER, ['c'] = OTHER, ['p'] = OTHER,
    ['n'] = OTHER, ['f'] = OTHER, ['F'] = OTHER, ['e'] = OTHER, ['E'] = OTHER, ['g'] = OTHER, ['G'] = OTHER, ['a'] = OTHER,
    ['A'] = OTHER, ['$'] = UNKNOWN, ['S'] = UNKNOWN};

#define TEXTS 16

/*
 * The format and the texts among its arguments, each of which has eight bytes in the list, a long double sixteen. The texts
 * are read after the format: loops in loops are dear to engines that unwind.
 */
void __moirai_look_listed(const char *format, va_list list) {
    const char *texts[TEXTS];
    int precisions[TEXTS];
    int count = 0;
    int inside = 0;
    int precise = 0;
    int precision = -1;
    int slots = 1;
    int wide = 0;
    for (size_t n = 0; format[n] != 0; n++) {
        unsigned char c = (unsigned char) format[n];
        if (!inside) {
            inside = c == '%';
            precise = 0;
            precision = -1;
            slots = 1;
            wide = 0;
            continue;
        }
        int does = __moirai_does[c];
        if (does == PASSED) continue;
        if (does == POINT) {
            precise = 1;
            precision = 0;
        } else if (does == DIGIT) {
            if (precise) precision = precision * 10 + (c - '0');
        } else if (does == STAR) {
            if (precise) precision = *(int *) list;
            list += 8;
        } else if (does == LONG) {
            wide = 1;
        } else if (does == LONG_DOUBLE) {
            slots = 2;
        } else {
            inside = 0;
            if (does == UNKNOWN) __moirai_unknown_format();
            if (does == TEXT) {
                if (count == TEXTS || wide) __moirai_unknown_format();
                texts[count] = *(char **) list;
                precisions[count++] = precision;
            }
            if (does != END) list += 8 * slots;
        }
    }
    for (int i = 0; i < count; i++) __moirai_look_printed(texts[i], precisions[i]);
}
