package dev.moirai.generate.idiom;

/** The thread, or all of them, end before their text does. */
final class Endings {
    private Endings() {}

    static void write(ThreadText text) {
        text.line("if (" + text.condition() + ") "
                + text.dice()
                        .one(
                                "exit(0);",
                                "abort();",
                                "pthread_exit((void *)1);",
                                "pthread_exit((void *)2);",
                                "return 0;"));
    }
}
