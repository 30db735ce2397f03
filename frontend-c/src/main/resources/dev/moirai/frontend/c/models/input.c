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
char *fgets(char *into, int size, FILE *file) {
    (void) file;
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

ssize_t read(int file, void *into, size_t size) {
    (void) file;
    if (__VERIFIER_nondet_bool()) {
        __moirai_set_errno(EIO);
        return -1;
    }
    size_t got = __VERIFIER_nondet_size_t();
    __VERIFIER_assume(got <= size);
    for (size_t i = 0; i < got; i++) ((unsigned char *) into)[i] = __VERIFIER_nondet_uchar();
    return (ssize_t) got;
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
