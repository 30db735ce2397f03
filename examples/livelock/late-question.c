/*
 * A server that looks once, and a question that may come too late. No run goes on for ever, but there is one that ends
 * with the question asked and not answered.
 *
 *   moirai livelock examples/livelock/late-question.c --response "asked -> answered"
 */
#include <pthread.h>

int asked, answered;

void *server(void *unused) {
    if (asked) answered = 1;
    return 0;
}

int main(void) {
    pthread_t s;
    pthread_create(&s, 0, server, 0);
    asked = 1;
    pthread_join(s, 0);
    return 0;
}
