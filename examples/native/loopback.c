// Two workers fetch a file's lines from a server thread over loopback sockets. What each got is added to a sum without a
// lock, so an update can be lost: no run of the machine's shows it easily, and every recorded run predicts it.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener, port, sum;
static const char *path;

static void *serve(void *unused) {
    FILE *file = fopen(path, "r");
    char line[64];
    for (int i = 0; i < 2; i++) {
        int client = accept(listener, NULL, NULL);
        if (file == NULL || fgets(line, sizeof line, file) == NULL) strcpy(line, "0\n");
        send(client, line, strlen(line), 0);
        close(client);
    }
    if (file != NULL) fclose(file);
    return unused;
}

static void *fetch(void *unused) {
    struct sockaddr_in server;
    char answer[64];
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    memset(&server, 0, sizeof server);
    server.sin_family = AF_INET;
    server.sin_port = htons(port);
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(connection, (struct sockaddr *) &server, sizeof server) != 0) return unused;
    int got = recv(connection, answer, sizeof answer - 1, 0);
    close(connection);
    if (got <= 0) return unused;
    answer[got] = 0;
    sum += atoi(answer);
    return unused;
}

int main(int argc, char **argv) {
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    pthread_t server, workers[2];
    path = argc > 1 ? argv[1] : "examples/native/loopback.txt";
    listener = socket(AF_INET, SOCK_STREAM, 0);
    memset(&own, 0, sizeof own);
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *) &own, sizeof own) != 0 || listen(listener, 2) != 0) return 1;
    getsockname(listener, (struct sockaddr *) &own, &size);
    port = ntohs(own.sin_port);
    pthread_create(&server, NULL, serve, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, fetch, NULL);
    for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
    pthread_join(server, NULL);
    printf("sum %d\n", sum);
    assert(sum == 42);
    return 0;
}
