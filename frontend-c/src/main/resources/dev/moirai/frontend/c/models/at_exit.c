/* Functions that run when the process ends by exit or by the end of main: the last one first. */

#include <stddef.h>

void *__moirai_new(size_t size);
void __moirai_free(void *object);

struct __moirai_last_words {
    void (*plain)(void);
    void (*informed)(int, void *);
    void *argument;
    struct __moirai_last_words *before;
};

static struct __moirai_last_words *__moirai_last;

static void __VERIFIER_atomic_moirai_put_last(struct __moirai_last_words *words) {
    words->before = __moirai_last;
    __moirai_last = words;
}

static struct __moirai_last_words *__VERIFIER_atomic_moirai_take_last(void) {
    struct __moirai_last_words *words = __moirai_last;
    if (words != NULL) __moirai_last = words->before;
    return words;
}

static int put(void (*plain)(void), void (*informed)(int, void *), void *argument) {
    struct __moirai_last_words *words = __moirai_new(sizeof *words);
    words->plain = plain;
    words->informed = informed;
    words->argument = argument;
    __VERIFIER_atomic_moirai_put_last(words);
    return 0;
}

int atexit(void (*function)(void)) {
    return put(function, NULL, NULL);
}

int on_exit(void (*function)(int, void *), void *argument) {
    return put(NULL, function, argument);
}

void __moirai_run_at_exit(int code) {
    for (struct __moirai_last_words *words = __VERIFIER_atomic_moirai_take_last(); words != NULL;
         words = __VERIFIER_atomic_moirai_take_last()) {
        if (words->plain != NULL) words->plain();
        else words->informed(code, words->argument);
        __moirai_free(words);
    }
}
