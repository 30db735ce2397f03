package dev.moirai.generate.idiom;

/** Objects whose size only the run tells: from the heap, made larger and smaller, and on the stack. */
final class Allocations {
    private Allocations() {}

    static void write(ThreadText text) {
        text.declare("char *volatile store; volatile int stored;");
        String own = text.fresh("own");
        switch (text.dice().below(7)) {
            case 0, 1 -> {
                String size = text.fresh("size");
                text.line("int " + size + " = 1 + " + text.local() + ";");
                text.line("char *" + own + " = " + text.dice().one("malloc(" + size + ")", "calloc(1, " + size + ")")
                        + ";");
                text.line("if (" + own + ") {");
                text.line("    " + own + "[" + text.dice().one("0", text.local(), size + " - 1") + "] = 1;");
                if (text.dice().chance(60)) text.line("    store = " + own + "; stored = " + size + ";");
                if (text.dice().chance(30)) text.line("    " + text.local() + " = " + own + "[1] & 3;");
                text.line("}");
            }
            case 2 ->
                text.line("{ char *" + own + " = store; if (" + own + ") " + text.local() + " = " + own + "["
                        + text.dice().one("0", "stored - 1", text.local()) + "] & 3; }");
            case 3 ->
                text.line("{ char *" + own + " = store; if (" + own + ") " + own + "["
                        + text.dice().one("0", "stored - 1", text.local()) + "] = 2; }");
            case 4, 5 -> {
                String size = "1 + " + Records.index(text);
                text.line("char *" + own + " = realloc(" + text.dice().one("store", "store", "NULL") + ", " + size
                        + ");");
                text.line("if (" + own + ") { store = " + own + "; stored = 1; "
                        + text.dice().one("", "assert(" + own + "[0] != 1);", own + "[1] = 3;") + " }");
            }
            default -> {
                text.line("short " + own + "[" + text.dice().one("1 + ", "") + text.local()
                        + text.dice().one("", "", " - 1") + "];");
                text.line(own + "[" + text.dice().one("0", text.local()) + "] = 2;");
                if (text.dice().chance(50)) text.line(text.local() + " = " + own + "[0] & 3;");
            }
        }
    }
}
