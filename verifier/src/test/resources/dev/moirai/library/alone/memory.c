#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <stdlib.h>

struct pair { char c; long l; short s[3]; };

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    int a[40], b[40];
    for (int i = 0; i < 40; i++) a[i] = i * i;
    memcpy(b, a, sizeof a);
    memmove(b + 1, b, 30 * sizeof *b);
    memmove(b, b + 2, 30 * sizeof *b);
    memmove(b + 5, b + 4, 3 * sizeof *b);
    for (int i = 0; i < 40; i++) printf("%d ", b[i]);
    memset(b, -1, sizeof b);
    printf("%d\n", b[39]);
    memset(b, 0x12, 6);
    printf("%x %x %x\n", (unsigned) b[0], (unsigned) b[1], (unsigned) b[2]);
    struct pair p = {'x', -5, {1, 2, 3}}, q[3];
    for (int i = 0; i < 3; i++) {
        memcpy(&q[i], &p, sizeof p);
        p.l *= 2;
    }
    printf("%c %ld %ld %d\n", q[0].c, q[1].l, q[2].l, q[2].s[2]);
    memset(q, 0, sizeof q);
    printf("%d %ld\n", q[1].c, q[2].l);
    for (int n = 1; n < 6; n++) {
        memcpy(b, a, n * sizeof(int));
        printf("%d ", b[n - 1]);
    }
    char text[] = "some bytes";
    printf("%ld %d %d %d\n", (long) ((char *) memchr(text, 'b', 10) - text), memchr(text, 'q', 10) == NULL,
           sign(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2));
    bzero(text, 3);
    printf("%d %c\n", text[2], text[3]);
    unsigned char raw[8];
    long value = 0x1122334455667788;
    memcpy(raw, &value, 8);
    printf("%x %x\n", raw[0], raw[7]);
    double d;
    value = 0x3ff8000000000000;
    memcpy(&d, &value, sizeof d);
    printf("%d\n", d == 1.5);
    int *grown = malloc(3 * sizeof(int));
    for (int i = 0; i < 3; i++) grown[i] = i + 7;
    grown = realloc(grown, 100 * sizeof(int));
    for (int i = 3; i < 100; i++) grown[i] = i;
    grown = realloc(grown, 5 * sizeof(int));
    printf("%d %d %d\n", grown[0], grown[2], grown[4]);
    free(grown);
    grown = realloc(NULL, 8);
    grown[1] = 3;
    printf("%d\n", grown[1]);
    free(grown);
    long *zero = calloc(4, sizeof(long));
    printf("%ld\n", zero[3]);
    free(zero);
    void *aligned;
    printf("%d\n", posix_memalign(&aligned, 64, 10));
    free(aligned);
    free(NULL);
    void *(*copier)(void *, const void *, size_t) = memcpy;
    copier(a, b, 4);
    printf("%d\n", a[0] == b[0]);
    return 0;
}
