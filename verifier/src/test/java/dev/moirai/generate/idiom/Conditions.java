package dev.moirai.generate.idiom;

/** Waiting for a change, for ever or for a while; telling one who waits, or all. */
final class Conditions {
    private Conditions() {}

    static void write(ThreadText text) {
        text.declare("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
        String condition = text.dice().one("changed", "changed", "other");
        text.declare("pthread_cond_t " + condition + " = PTHREAD_COND_INITIALIZER;");
        if (text.dice().chance(55)) waiting(text, condition);
        else telling(text, condition);
    }

    private static void waiting(ThreadText text, String condition) {
        text.line("pthread_mutex_lock(&m);");
        String unless = text.dice().one("x", "y") + " == 0";
        String wait = text.dice().chance(60)
                ? "pthread_cond_timedwait(&" + condition + ", &m, &soon)"
                : "pthread_cond_wait(&" + condition + ", &m)";
        switch (text.dice().below(5)) {
            case 0 -> text.line(wait + ";");
            case 1 -> text.line("if (" + unless + ") " + wait + ";");
            case 2 -> {
                String i = text.fresh("i");
                text.line("for (int " + i + " = 0; " + i + " < 2 && " + unless + "; " + i + "++) " + wait + ";");
            }
            case 3 -> text.line("if (" + unless + ") " + text.local() + " = " + wait + " == ETIMEDOUT;");
            default -> text.call(wait, () -> text.statements(2), "ETIMEDOUT");
        }
        if (text.dice().chance(60)) text.statement();
        text.line("pthread_mutex_unlock(&m);");
    }

    private static void telling(ThreadText text, String condition) {
        boolean orderly = text.dice().chance(60);
        if (orderly) text.line("pthread_mutex_lock(&m);");
        text.line(text.dice().one("x", "y") + " = 1;");
        String tell = text.dice().one("pthread_cond_signal", "pthread_cond_signal", "pthread_cond_broadcast");
        text.line(tell + "(&" + condition + ");");
        if (text.dice().chance(20)) text.line(tell + "(&" + condition + ");");
        if (orderly) text.line("pthread_mutex_unlock(&m);");
    }
}
