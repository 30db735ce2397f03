/* What a 32-bit program needs to print, for machines without a 32-bit C library: linked with -nostdlib on Linux x86. */
#include <stdarg.h>
#include <stddef.h>

static char line[4096];
static unsigned used;

static int call(int number, int a, const void *b, int c)
{
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}

static void flush(void)
{
    unsigned done = 0;
    while (done < used) {
        int written = call(4, 1, line + done, used - done);
        if (written <= 0) break;
        done += written;
    }
    used = 0;
}

static void put(char c)
{
    if (used == sizeof line) flush();
    line[used++] = c;
}

/* Long division over 16 bits at a time: the compiler's own 64-bit division is in a library that may not be there. */
static unsigned long long divide(unsigned long long value, unsigned by, unsigned *rest)
{
    unsigned long long result = 0;
    unsigned left = 0;
    for (int shift = 48; shift >= 0; shift -= 16) {
        unsigned part = left << 16 | (unsigned) (value >> shift & 0xffff);
        result = result << 16 | part / by;
        left = part % by;
    }
    *rest = left;
    return result;
}

static void number(unsigned long long value, unsigned base, int negative, int width, char fill)
{
    char digits[32];
    int n = 0;
    do {
        unsigned digit;
        value = divide(value, base, &digit);
        digits[n++] = "0123456789abcdef"[digit];
    } while (value);
    if (negative) put('-');
    for (int i = n + negative; i < width; i++) put(fill);
    while (n) put(digits[--n]);
}

int printf(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    for (; *format; format++) {
        if (*format != '%') {
            put(*format);
            continue;
        }
        char fill = ' ';
        int width = 0, longs = 0;
        if (*++format == '0') fill = '0', format++;
        while (*format >= '0' && *format <= '9') width = 10 * width + *format++ - '0';
        while (*format == 'l') longs++, format++;
        if (*format == 'z') format++;
        switch (*format) {
        case 'd': {
            long long value = longs > 1 ? va_arg(rest, long long) : va_arg(rest, int);
            number(value < 0 ? -(unsigned long long) value : value, 10, value < 0, width, fill);
            break;
        }
        case 'u':
        case 'x': {
            unsigned long long value = longs > 1 ? va_arg(rest, unsigned long long) : va_arg(rest, unsigned);
            number(value, *format == 'u' ? 10 : 16, 0, width, fill);
            break;
        }
        case 's':
            for (const char *s = va_arg(rest, const char *); *s; s++) put(*s);
            break;
        default:
            put(*format);
        }
    }
    va_end(rest);
    return 0;
}

int puts(const char *text)
{
    printf("%s\n", text);
    return 0;
}

/* Compilers call these by themselves. */
void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++) ((char *) to)[i] = ((const char *) from)[i];
    return to;
}

void *memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++) ((char *) to)[i] = value;
    return to;
}

int main(void);

__attribute__((force_align_arg_pointer)) void _start(void)
{
    int code = main();
    flush();
    call(1, code, 0, 0);
}
