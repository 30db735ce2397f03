/* Floating-point numbers for sscanf: what glibc takes for one, which is a little more than strtod does. */

#include <stddef.h>
#include <stdlib.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);
const char *__moirai_scan_space(const char *text);

static int __moirai_scan_letters(const char *text, const char *word, int width) {
    int i = 0;
    while (i < width && word[i] != 0 && (text[i] | 32) == word[i]) i++;
    return i;
}

/* As far as the characters can belong to a number: "1e" goes to the end, "1ex" to the x. */
static const char *__moirai_scan_extent(const char *text, int width) {
    int hexadecimal = 0;
    int digits = 0;
    int point = 0;
    int exponent = 0;
    if (width > 0 && (*text == '-' || *text == '+')) {
        text++;
        width--;
    }
    int word = __moirai_scan_letters(text, "nan", width);
    if (word > 0) return word == 3 ? text + 3 : NULL;
    word = __moirai_scan_letters(text, "infinity", width);
    if (word > 0) return word == 3 || word == 8 ? text + word : NULL;
    const char *begin = text;
    for (; width > 0; width--) {
        char c = *text;
        char small = (char) (c | 32);
        if ((c >= '0' && c <= '9') || (hexadecimal && !exponent && small >= 'a' && small <= 'f')) digits = 1;
        else if (c == '.' && !point && !exponent) point = 1;
        else if (small == 'x' && text == begin + 1 && *begin == '0' && width > 1) hexadecimal = 1, digits = 0;
        else if (digits && !exponent && small == (hexadecimal ? 'p' : 'e')) exponent = 1;
        else if (!(exponent && (c == '-' || c == '+') && ((text[-1] | 32) == (hexadecimal ? 'p' : 'e')))) break;
        text++;
    }
    return text == begin || (hexadecimal && text == begin + 2) || (point && text == begin + 1) ? NULL : text;
}

const char *__moirai_scan_real(const char *text, int width) {
    return __moirai_scan_extent(__moirai_scan_space(text), width);
}

static char *__moirai_scan_copy(const char *text, int width) {
    text = __moirai_scan_space(text);
    long length = __moirai_scan_extent(text, width) - text;
    char *copy = __moirai_new((size_t) length + 1);
    for (long i = 0; i < length; i++) copy[i] = text[i];
    copy[length] = 0;
    return copy;
}

double __moirai_scan_double(const char *text, int width) {
    char *copy = __moirai_scan_copy(text, width);
    double value = strtod(copy, NULL);
    __moirai_free(copy);
    return value;
}

float __moirai_scan_float(const char *text, int width) {
    char *copy = __moirai_scan_copy(text, width);
    float value = strtof(copy, NULL);
    __moirai_free(copy);
    return value;
}
