package dev.moirai.generate.idiom;

/** Mutexes of all kinds: locked, tried, waited for with a limit, taken again, given back by the wrong thread. */
final class Mutexes {
    private Mutexes() {}

    static void write(ThreadText text) {
        String mutex = any(text);
        switch (text.dice().below(10)) {
            case 0 -> {
                // Against the rules, or a code, as the kind has it.
                if (text.dice().chance(40)) text.line("pthread_mutex_unlock(&" + mutex + ");");
                else text.line(text.local() + " = pthread_mutex_unlock(&" + mutex + ") == EPERM;");
            }
            case 1, 2 -> text.call("pthread_mutex_trylock(&" + mutex + ")", () -> inside(text, mutex), "EBUSY");
            case 3, 4 ->
                text.call(
                        "pthread_mutex_timedlock(&" + mutex + ", &soon)",
                        () -> inside(text, mutex),
                        "ETIMEDOUT",
                        "EDEADLK");
            case 5 -> text.call("pthread_mutex_lock(&" + mutex + ")", () -> inside(text, mutex), "EDEADLK");
            default -> {
                text.line("pthread_mutex_lock(&" + mutex + ");");
                inside(text, mutex);
            }
        }
    }

    private static void inside(ThreadText text, String mutex) {
        text.statements(3);
        text.line("pthread_mutex_unlock(&" + mutex + ");");
    }

    /** One of three, of whatever kind. */
    static String any(ThreadText text) {
        String kind = text.dice().one("normal", "normal", "recursive", "checking");
        if (kind.equals("normal")) {
            String mutex = text.dice().one("m", "l");
            text.declare("pthread_mutex_t " + mutex + " = PTHREAD_MUTEX_INITIALIZER;");
            return mutex;
        }
        text.declare("pthread_mutex_t " + kind + ";");
        text.prepare("pthread_mutexattr_t like_" + kind + ";");
        text.prepare("pthread_mutexattr_init(&like_" + kind + ");");
        text.prepare("pthread_mutexattr_settype(&like_" + kind + ", PTHREAD_MUTEX_"
                + (kind.equals("recursive") ? "RECURSIVE" : "ERRORCHECK") + ");");
        text.prepare("pthread_mutex_init(&" + kind + ", &like_" + kind + ");");
        return kind;
    }
}
