package dev.moirai.generate.idiom;

/** What the program leaves open: inputs, memory nobody has written, timers. */
final class Choices {
    private Choices() {}

    static void write(ThreadText text) {
        String open = text.fresh("open");
        switch (text.dice().below(7)) {
            case 0, 1 -> text.line(text.local() + " = __VERIFIER_nondet_bool();");
            case 2 -> text.line(text.variable() + " = __VERIFIER_nondet_uchar() & 3;");
            case 3 -> {
                text.line("unsigned char " + open + ";");
                text.line(text.dice().one(text.local(), text.variable()) + " = " + open + " & 1;");
            }
            case 4 -> text.block("if (MOIRAI_TIMEOUT())", text::statement);
            case 5 -> {
                text.line("_Bool " + open + " = __VERIFIER_nondet_bool();");
                text.block("if (" + open + ")", () -> text.statements(2));
                text.line("if (!" + open + ") " + text.variable() + " = " + text.value() + ";");
            }
            default -> text.line("__VERIFIER_assume(" + text.condition() + ");");
        }
    }
}
