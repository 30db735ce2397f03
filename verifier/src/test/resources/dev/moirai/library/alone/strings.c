#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <stdlib.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static long at(const char *text, const char *found) { return found ? found - text : -1; }

int main(void) {
    const char *words[] = {"", "a", "ab", "abc", "abd", "b,c", "\377z", "aXb", "hello, world"};
    for (int i = 0; i < 9; i++) {
        const char *s = words[i];
        printf("%lu %lu %ld %ld %ld\n", strlen(s), strnlen(s, 2), at(s, strchr(s, 'b')), at(s, strrchr(s, 'l')), at(s, strchr(s, 0)));
        for (int j = 0; j < 9; j++) {
            const char *t = words[j];
            printf("%d%d%d%d ", sign(strcmp(s, t)), sign(strncmp(s, t, 2)), sign(strcasecmp(s, t)), sign(strncasecmp(s, t, 1)));
            printf("%ld %lu %lu %ld\n", at(s, strstr(s, t)), strspn(s, t), strcspn(s, t), at(s, strpbrk(s, t)));
        }
    }
    char buffer[32];
    memset(buffer, '#', sizeof buffer);
    strncpy(buffer, "ab", 5);
    for (int i = 0; i < 8; i++) printf("%d ", buffer[i]);
    strcpy(buffer, "one");
    strcat(buffer, "two");
    strncat(buffer, "three", 2);
    printf("%s %ld\n", buffer, (long) (stpcpy(buffer, "xyz") - buffer));
    char list[] = ",,red,,green,blue,";
    for (char *token = strtok(list, ","); token; token = strtok(NULL, ",")) printf("[%s]", token);
    char *copy = strdup("duplicate");
    char *part = strndup("duplicate", 3);
    printf("%s %s\n", copy, part);
    free(copy);
    free(part);
    return 0;
}
