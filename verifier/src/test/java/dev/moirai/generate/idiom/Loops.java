package dev.moirai.generate.idiom;

/** Twice, or less. */
final class Loops {
    private Loops() {}

    static void write(ThreadText text) {
        String i = text.fresh("i");
        String more = text.dice().chance(40) ? " && " + text.condition() : "";
        text.block("for (int " + i + " = 0; " + i + " < 2" + more + "; " + i + "++)", text::statement);
    }
}
