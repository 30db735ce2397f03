package dev.moirai.generate.idiom;

final class SpinLocks {
    private SpinLocks() {}

    static void write(ThreadText text) {
        text.declare("pthread_spinlock_t spin;");
        text.prepare("pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);");
        Runnable inside = () -> {
            text.statements(2);
            text.line("pthread_spin_unlock(&spin);");
        };
        if (text.dice().chance(40)) text.call("pthread_spin_trylock(&spin)", inside, "EBUSY");
        else {
            text.line("pthread_spin_lock(&spin);");
            inside.run();
        }
    }
}
