package dev.moirai.generate.idiom;

/** Sums, shifts and quotients that are not always what C allows. */
final class Arithmetic {
    private Arithmetic() {}

    static void write(ThreadText text) {
        String variable = text.variable();
        switch (text.dice().below(5)) {
            case 0 -> text.line("if (" + variable + " + 0x7ffffffe > 0) " + text.local() + " = 1;");
            case 1 -> text.line(text.local() + " = (1 << (" + variable + " + 29)) != 0;");
            case 2 -> text.line(text.local() + " = (" + text.local() + " - " + variable + ") * 0x30000000 == 1;");
            case 3 -> text.line("if (" + variable + " != 0) " + text.local() + " = 2 / " + variable + ";");
            default -> text.line(text.local() + " = (" + text.value() + ") % (" + text.local() + " + 1);");
        }
    }
}
