/* Reading from outside: any bytes, as many as there is room for or fewer. */

#include <errno.h>
#include <stdio.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
size_t __VERIFIER_nondet_size_t(void);
void __VERIFIER_assume(int condition);
void __moirai_set_errno(int code);

/* Up to a newline, the end of the room, or the end of input. */
char *__moirai_read_line(char *into, int size) {
    if (size <= 0 || __VERIFIER_nondet_bool()) return NULL;
    int i = 0;
    while (i < size - 1) {
        char c = __VERIFIER_nondet_char();
        into[i] = c;
        i++;
        if (c == '\n' || __VERIFIER_nondet_bool()) break;
    }
    into[i] = 0;
    return into;
}

/* Below zero an error number. */
long __moirai_read_input(unsigned char *into, size_t size) {
    if (__VERIFIER_nondet_bool()) return -EIO;
    size_t got = __VERIFIER_nondet_size_t();
    __VERIFIER_assume(got <= size);
    for (size_t i = 0; i < got; i++) into[i] = __VERIFIER_nondet_uchar();
    return (long) got;
}

ssize_t __moirai_read_standard(void *into, size_t size) {
    long got = __moirai_read_input(into, size);
    if (got >= 0) return (ssize_t) got;
    __moirai_set_errno((int) -got);
    return -1;
}

/* What scanf reads for %15s: one character at least, none of them white space. */
void __moirai_read_word(char *into, int width) {
    int i = 0;
    do {
        char c = __VERIFIER_nondet_char();
        __VERIFIER_assume(c != 0 && c != ' ' && (c < '\t' || c > '\r'));
        into[i] = c;
        i++;
    } while (i < width && __VERIFIER_nondet_bool());
    into[i] = 0;
}
