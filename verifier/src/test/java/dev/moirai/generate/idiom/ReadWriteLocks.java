package dev.moirai.generate.idiom;

final class ReadWriteLocks {
    private ReadWriteLocks() {}

    static void write(ThreadText text) {
        text.declare("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
        String mode = text.dice().one("rd", "wr");
        Runnable inside = () -> {
            text.statements(2);
            text.line("pthread_rwlock_unlock(&rw);");
        };
        switch (text.dice().below(6)) {
            case 0, 1 -> text.call("pthread_rwlock_try" + mode + "lock(&rw)", inside, "EBUSY");
            case 2, 3 -> text.call("pthread_rwlock_timed" + mode + "lock(&rw, &soon)", inside, "ETIMEDOUT", "EDEADLK");
            default -> {
                text.line("pthread_rwlock_" + mode + "lock(&rw);");
                inside.run();
            }
        }
    }
}
