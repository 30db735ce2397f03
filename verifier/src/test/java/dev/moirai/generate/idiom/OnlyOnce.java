package dev.moirai.generate.idiom;

/** {@code pthread_once}: who comes second waits until the first is through. */
final class OnlyOnce {
    private static final String NAME = "first_time";

    private OnlyOnce() {}

    static void write(ThreadText text) {
        String name = text.dice().one(NAME, "other_" + NAME);
        text.declare("pthread_once_t once_" + name + " = PTHREAD_ONCE_INIT;");
        text.declare("static void " + name + "(void)\n{\n    z = (z + 1) & 3;\n"
                + (name.equals(NAME) ? "    x = z;\n" : "") + "}\n");
        text.line("pthread_once(&once_" + name + ", " + name + ");");
        if (text.dice().chance(40)) text.line("assert(z != " + (1 + text.dice().below(2)) + ");");
    }
}
