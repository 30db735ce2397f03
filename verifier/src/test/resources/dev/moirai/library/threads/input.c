#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    char line[8], word[4];
    int n = 5;
    memset(line, 'x', sizeof line);
    if (fgets(line, sizeof line, stdin)) assert(memchr(line, 0, sizeof line) != NULL);
    int got = scanf("%d %3s", &n, word);
    assert(got >= -1 && got <= 2);
    if (got < 1) assert(n == 5);
    if (got == 2) assert(strlen(word) >= 1 || word[0] == 0);
    int c = getchar();
    assert(c >= -1 && c <= 255);
    ssize_t size = read(0, line, sizeof line);
    assert(size >= -1 && size <= 8);
    struct timespec now;
    struct timeval day;
    clock_gettime(CLOCK_MONOTONIC, &now);
    gettimeofday(&day, NULL);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000 && day.tv_usec < 1000000);
    assert(time(NULL) >= 0);
    return 0;
}
