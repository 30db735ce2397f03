#include <stdio.h>

int main(void) {
    const char *texts[] = {"", "  ", "12", " 12 34", "-5,6", "x", "0x1F rest", "7 abc 8", "99999999999", "1:2:3", "4 %5"};
    for (int i = 0; i < 11; i++) {
        int a = -1, b = -1, c = -1;
        unsigned u = 99;
        long l = 0;
        char word[8] = "?", one = '?';
        int n = sscanf(texts[i], "%d", &a);
        printf("%s: %d %d ", texts[i], n, i == 8 ? 0 : a);
        n = sscanf(texts[i], "%d,%d", &b, &c);
        printf("%d %d %d ", n, i == 8 ? 0 : b, c);
        n = sscanf(texts[i], "%x", &u);
        printf("%d %x ", n, i == 8 ? 0 : u);
        n = sscanf(texts[i], "%ld", &l);
        printf("%d %ld ", n, l);
        n = sscanf(texts[i], "%i", &a);
        printf("%d %d ", n, i == 8 ? 0 : a);
        n = sscanf(texts[i], "%*d %4s", word);
        printf("%d %s ", n, word);
        n = sscanf(texts[i], "%c", &one);
        printf("%d %c ", n, one);
        n = sscanf(texts[i], "%1d:%*d:%d", &a, &b);
        printf("%d %d ", n, i == 8 ? 0 : b);
        n = sscanf(texts[i], "%d %%%d", &a, &b);
        printf("%d\n", n);
    }
    return 0;
}
