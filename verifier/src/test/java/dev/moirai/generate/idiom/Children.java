package dev.moirai.generate.idiom;

/** A thread that starts a small one of its own, and joins it, lets it go, or forgets it. */
final class Children {
    private Children() {}

    static void write(ThreadText text) {
        text.declare("static void *child(void *argument)\n{\n    " + "x = (x + 1) & 3;\n    return argument;\n}\n");
        String handle = text.fresh("handle");
        text.line("pthread_t " + handle + ";");
        text.line("pthread_create(&" + handle + ", NULL, child, (void *)"
                + text.dice().below(3) + ");");
        if (text.dice().chance(50)) text.statement();
        switch (text.dice().below(6)) {
            case 0 -> text.line("pthread_detach(" + handle + ");");
            case 1 ->
                text.line("pthread_detach(" + handle + "); " + text.local() + " = pthread_join(" + handle
                        + ", NULL) != 0;");
            case 2 -> {}
            default -> {
                String result = text.fresh("result");
                text.line("void *" + result + " = NULL;");
                text.line("pthread_join(" + handle + ", &" + result + ");");
                text.line(
                        text.dice().chance(50)
                                ? "assert((long)" + result + " != "
                                        + (1 + text.dice().below(2)) + ");"
                                : text.variable() + " = (int)(long)" + result + ";");
            }
        }
    }
}
