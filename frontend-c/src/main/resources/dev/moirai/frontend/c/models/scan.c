/*
 * The pieces of sscanf. Each takes the position in the text and returns the one after what it has matched, or null if
 * there is no match.
 */

#include <limits.h>
#include <stddef.h>

const char *__moirai_scan_space(const char *text) {
    while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
    return text;
}

const char *__moirai_scan_character(const char *text, int c) {
    return *text == (char) c && *text != 0 ? text + 1 : NULL;
}

/* Without a place to store it (null), what follows here is passed over. */

/* So many characters, or as many as there are, and no final zero. */
const char *__moirai_scan_some(const char *text, char *into, int count) {
    if (*text == 0) return NULL;
    for (int i = 0; i < count && *text != 0; i++) {
        if (into != NULL) into[i] = *text;
        text++;
    }
    return text;
}

/* Characters of a set of bytes, which is given by four words. */
const char *__moirai_scan_set(
    const char *text,
    char *into,
    int width,
    unsigned long long first,
    unsigned long long second,
    unsigned long long third,
    unsigned long long fourth) {
    int length = 0;
    while (length < width && *text != 0) {
        unsigned char c = *text;
        unsigned long long word = c < 64 ? first : c < 128 ? second : c < 192 ? third : fourth;
        if ((word >> (c % 64) & 1) == 0) break;
        if (into != NULL) into[length] = *text;
        length++;
        text++;
    }
    if (length == 0) return NULL;
    if (into != NULL) into[length] = 0;
    return text;
}

const char *__moirai_scan_word(const char *text, char *into, int width) {
    int length = 0;
    text = __moirai_scan_space(text);
    while (length < width && *text != 0 && *text != ' ' && (*text < '\t' || *text > '\r')) {
        if (into != NULL) into[length] = *text;
        length++;
        text++;
    }
    if (length == 0) return NULL;
    if (into != NULL) into[length] = 0;
    return text;
}

static int __moirai_scan_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 36;
}

struct __moirai_scanned {
    const char *end;
    unsigned long long magnitude;
    int negative;
    int too_large;
};

/* White space, a sign, a prefix as the base allows, digits. */
static void __moirai_scan_number(const char *text, int base, int width, struct __moirai_scanned *found) {
    int digits = 0;
    found->end = NULL;
    found->magnitude = 0;
    found->negative = 0;
    found->too_large = 0;
    text = __moirai_scan_space(text);
    if (width > 0 && (*text == '-' || *text == '+')) {
        found->negative = *text == '-';
        text++;
        width--;
    }
    if ((base == 0 || base == 16) && width > 0 && *text == '0') {
        digits = 1;
        text++;
        width--;
        if (width > 0 && (*text == 'x' || *text == 'X')) {
            base = 16;
            text++;
            width--;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    for (; width > 0; width--) {
        int digit = __moirai_scan_digit(*text);
        if (digit >= base) break;
        digits = 1;
        if (found->magnitude > (ULLONG_MAX - digit) / base) found->too_large = 1;
        else found->magnitude = found->magnitude * base + digit;
        text++;
    }
    if (digits) found->end = text;
}

const char *__moirai_scan_integer(const char *text, int base, int width) {
    struct __moirai_scanned found;
    __moirai_scan_number(text, base, width, &found);
    return found.end;
}

/* Beyond the range of the widest type the nearest value, as glibc has it. */
long long __moirai_scan_signed(const char *text, int base, int width) {
    struct __moirai_scanned found;
    __moirai_scan_number(text, base, width, &found);
    if (found.too_large || found.magnitude > LLONG_MAX) return found.negative ? LLONG_MIN : LLONG_MAX;
    return found.negative ? -(long long) found.magnitude : (long long) found.magnitude;
}

unsigned long long __moirai_scan_unsigned(const char *text, int base, int width) {
    struct __moirai_scanned found;
    __moirai_scan_number(text, base, width, &found);
    if (found.too_large) return ULLONG_MAX;
    return found.negative ? -found.magnitude : found.magnitude;
}

/* What sscanf returns when something does not match: EOF if the text was at its end before anything was stored. */
int __moirai_scan_stopped(const char *text, int count, int spaces_passed) {
    if (spaces_passed) text = __moirai_scan_space(text);
    return count == 0 && *text == 0 ? -1 : count;
}
