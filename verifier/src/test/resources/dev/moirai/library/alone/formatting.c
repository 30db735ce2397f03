#include <stdio.h>
#include <string.h>

static char buffer[96];

static void show(int length) {
    printf("%d [%s]\n", length, buffer);
    memset(buffer, '#', sizeof buffer);
}

int main(void) {
    long values[] = {0, 1, -1, 42, -1234567, 2147483647, -9223372036854775807 - 1};
    for (int i = 0; i < 7; i++) {
        long v = values[i];
        show(sprintf(buffer, "%d|%5d|%-5d|%05d|%+d|% d", (int) v, (int) v, (int) v, (int) v, (int) v, (int) v));
        show(sprintf(buffer, "%ld|%.3ld|%8.3ld", v, v, v));
        show(sprintf(buffer, "%u|%x|%#x|%#X|%o", (unsigned) v, (unsigned) v, (unsigned) v, (unsigned) v, (unsigned) v));
        show(sprintf(buffer, "%#o|%hd|%hhu|%.0d", (unsigned) v, (short) v, (unsigned char) v, (int) v));
    }
    show(sprintf(buffer, "100%% %s and %c", "text", 'c'));
    show(sprintf(buffer, "%8s|%-8s|%.2s|%3c|%-3c|", "abc", "abc", "abc", 'x', 'y'));
    show(snprintf(buffer, 8, "%s", "longer than eight"));
    show(snprintf(buffer, 1, "%d", 12345));
    printf("%d\n", snprintf(NULL, 0, "%d-%s", 77, "seven"));
    return 0;
}
