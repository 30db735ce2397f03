package dev.moirai.generate.idiom;

/** One memory, looked at as words, as bytes, as structures. */
final class Bytes {
    private Bytes() {}

    static void write(ThreadText text) {
        switch (text.dice().below(8)) {
            case 0 ->
                text.line("((unsigned char *)&" + text.variable() + ")[0] = "
                        + text.dice().below(3) + ";");
            case 1 ->
                text.line(text.local() + " = ((unsigned char *)&" + text.variable() + ")["
                        + text.dice().one("0", "0", "1") + "];");
            case 2 -> text.line("memset(&" + text.variable() + ", 0, sizeof(int));");
            case 3 ->
                text.line("memcpy(&" + text.variable() + ", &" + text.dice().one("x", "y", "z", "a") + ", "
                        + text.dice().one("sizeof(int)", "1") + ");");
            default -> pairs(text);
        }
    }

    private static void pairs(ThreadText text) {
        text.declare("struct pair { short left; signed char right; int last; };");
        text.declare("struct pair p, q;");
        String one = text.dice().one("p", "q");
        String field = one + "." + text.dice().one("left", "right", "last");
        switch (text.dice().below(5)) {
            case 0 -> text.line(text.dice().one("p = q;", "q = p;"));
            case 1 -> text.line(field + " = " + text.value() + ";");
            case 2 -> text.line("memset(&" + one + ", 0, sizeof " + one + ");");
            case 3 -> text.line("assert(" + field + " != " + (1 + text.dice().below(2)) + ");");
            default ->
                text.line("{ struct pair own = " + one + "; own.left = 1; "
                        + text.dice().one("p", "q") + " = own; }");
        }
    }
}
