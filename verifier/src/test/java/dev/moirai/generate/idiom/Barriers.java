package dev.moirai.generate.idiom;

/** Meeting the others; one of those who meet is told apart. */
final class Barriers {
    private Barriers() {}

    static void write(ThreadText text) {
        text.declare("pthread_barrier_t meeting;");
        text.prepare("pthread_barrier_init(&meeting, NULL, " + text.dice().one("2", "2", "2", "1", "3") + ");");
        switch (text.dice().below(4)) {
            case 0 ->
                text.block(
                        "if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD)",
                        () -> text.statements(2));
            case 1 -> text.line(text.variable() + " = pthread_barrier_wait(&meeting) & 3;");
            case 2 ->
                text.line("assert(pthread_barrier_wait(&meeting) == "
                        + text.dice().one("0", "-1") + ");");
            default -> text.line("pthread_barrier_wait(&meeting);");
        }
    }
}
