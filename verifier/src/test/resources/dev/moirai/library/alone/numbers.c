#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>

static int up(const void *l, const void *r) { return *(const int *) l - *(const int *) r; }

struct named { char name[3]; short rank; };
static int byRank(const void *l, const void *r) {
    return ((const struct named *) l)->rank - ((const struct named *) r)->rank;
}

int main(void) {
    const char *texts[] = {"", "0", "42", "-17", "  +9x", "0x1f", "0x", "077", "z", "9223372036854775807",
                           "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "-1"};
    int bases[] = {0, 10, 16, 8, 36};
    for (int i = 0; i < 15; i++) {
        for (int b = 0; b < 5; b++) {
            char *end;
            errno = 0;
            long value = strtol(texts[i], &end, bases[b]);
            printf("%ld %ld %d ", value, (long) (end - texts[i]), errno);
            errno = 0;
            unsigned long magnitude = strtoul(texts[i], NULL, bases[b]);
            printf("%lu %d\n", magnitude, errno);
        }
        if (i < 9) printf("%d %ld\n", atoi(texts[i]), atol(texts[i]));
    }
    printf("%d %ld %lld\n", abs(-3), labs(-4L), llabs(-5LL));
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
    int numbers[] = {5, 3, 9, 1, 5, 0, -4, 8};
    qsort(numbers, 8, sizeof(int), up);
    for (int i = 0; i < 8; i++) printf("%d ", numbers[i]);
    int key = 8, absent = 7;
    int *found = bsearch(&key, numbers, 8, sizeof(int), up);
    printf("%ld %d\n", (long) (found - numbers), bsearch(&absent, numbers, 8, sizeof(int), up) == NULL);
    struct named people[] = {{"ab", 3}, {"cd", 1}, {"ef", 3}, {"gh", 2}};
    qsort(people, 4, sizeof *people, byRank);
    for (int i = 0; i < 4; i++) printf("%s%d ", people[i].name, people[i].rank);
    printf("\n");
    for (int c = -1; c < 128; c++) {
        int kinds = !!isalnum(c) | !!isalpha(c) << 1 | !!isblank(c) << 2 | !!iscntrl(c) << 3 | !!isdigit(c) << 4
            | !!isgraph(c) << 5 | !!islower(c) << 6 | !!isprint(c) << 7 | !!ispunct(c) << 8 | !!isspace(c) << 9
            | !!isupper(c) << 10 | !!isxdigit(c) << 11;
        printf("%d %d %d\n", kinds, tolower(c), toupper(c));
    }
    return 0;
}
