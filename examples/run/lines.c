/* Two threads count the lines of a file that --file names.txt=PATH hands over. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static FILE *names;
static atomic_int lines;

static void *count(void *unused) {
    char line[256];
    while (fgets(line, sizeof line, names)) lines++;
    return unused;
}

int main(void) {
    pthread_t one, other;
    names = fopen("names.txt", "r");
    if (!names) {
        perror("names.txt");
        return 1;
    }
    pthread_create(&one, 0, count, 0);
    pthread_create(&other, 0, count, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    printf("%d lines\n", lines);
    return 0;
}
