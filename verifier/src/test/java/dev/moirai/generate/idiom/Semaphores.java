package dev.moirai.generate.idiom;

final class Semaphores {
    private Semaphores() {}

    static void write(ThreadText text) {
        String semaphore = text.dice().one("tokens", "slots");
        text.declare("sem_t " + semaphore + ";");
        text.prepare("sem_init(&" + semaphore + ", 0, " + (semaphore.equals("tokens") ? 1 : 0) + ");");
        switch (text.dice().below(9)) {
            case 0, 1 -> {
                text.line("sem_wait(&" + semaphore + ");");
                if (text.dice().chance(50)) text.statement();
                if (text.dice().chance(70)) text.line("sem_post(&" + semaphore + ");");
            }
            case 2, 3, 4 -> text.line("sem_post(&" + semaphore + ");");
            case 5 -> {
                String level = text.fresh("level");
                text.line("int " + level + " = 0;");
                text.line("sem_getvalue(&" + semaphore + ", &" + level + ");");
                text.line(
                        text.dice().chance(50)
                                ? "assert(" + level + " != " + (1 + text.dice().below(2)) + ");"
                                : text.variable() + " = " + level + " & 3;");
            }
            default -> {
                String down = text.dice().chance(50)
                        ? "sem_trywait(&" + semaphore + ")"
                        : "sem_timedwait(&" + semaphore + ", &soon)";
                text.call(down, () -> text.statements(2), "-1");
                if (text.dice().chance(30))
                    text.line("if (errno == " + text.dice().one("EAGAIN", "ETIMEDOUT") + ") " + text.variable()
                            + " = 2;");
            }
        }
    }
}
