package dev.moirai.generate.idiom;

/** Atomic sections of the benchmarks: by calls around them, and by a function's name. */
final class Sections {
    private Sections() {}

    static void write(ThreadText text) {
        if (text.dice().chance(30)) {
            String name = text.fresh("__VERIFIER_atomic_move");
            text.function("static void " + name + "(int a, int b)", () -> text.section(() -> text.statements(3)));
            text.line(name + "(a, b);");
            return;
        }
        text.line("__VERIFIER_atomic_begin();");
        text.section(() -> text.statements(3));
        text.line("__VERIFIER_atomic_end();");
    }
}
