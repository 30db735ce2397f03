package dev.moirai.generate.idiom;

/** Divisions that have no result on some ways, also where nobody reads it. */
final class Quotients {
    private Quotients() {}

    static void write(ThreadText text) {
        text.declare("static int quotient(int of, int by) { return of / by; }");
        String variable = text.variable();
        switch (text.dice().below(6)) {
            case 0 -> text.line("{ int unread = 6 / " + variable + "; (void)unread; }");
            case 1 -> text.line("quotient(6, " + variable + ");");
            case 2 -> text.line(text.local() + " = 3 % (" + variable + " - 2) & 3;");
            case 3 -> text.line("if (" + variable + " != 0) " + text.local() + " = 2 / " + variable + ";");
            case 4 ->
                text.line(
                        "{ int least = -2147483647 - 1; " + text.local() + " = least / (" + variable + " - 1) > 0; }");
            default -> text.line(text.local() + " = (int)(3u / (unsigned)(" + text.value() + "));");
        }
    }
}
