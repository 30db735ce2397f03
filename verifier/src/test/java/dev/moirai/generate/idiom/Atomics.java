package dev.moirai.generate.idiom;

/** Operations of {@code <stdatomic.h>}. */
final class Atomics {
    private Atomics() {}

    static void write(ThreadText text) {
        String atom = text.dice().one("n", "k");
        text.declare("atomic_int " + atom + ";");
        int value = text.dice().below(3);
        switch (text.dice().below(9)) {
            case 0 -> text.line("atomic_fetch_" + text.dice().one("add", "sub", "or", "xor") + "(&" + atom + ", 1);");
            case 1 -> text.line(text.local() + " = atomic_load(&" + atom + ") & 3;");
            case 2 -> text.line("atomic_store(&" + atom + ", " + value + ");");
            case 3 -> text.line("assert(atomic_load(&" + atom + ") != " + (1 + value) + ");");
            case 4 -> text.line(text.variable() + " = atomic_exchange(&" + atom + ", " + value + ") & 3;");
            case 5 -> {
                text.declare("atomic_flag taken = ATOMIC_FLAG_INIT;");
                text.block("if (!atomic_flag_test_and_set(&taken))", () -> {
                    text.statements(2);
                    text.line("atomic_flag_clear(&taken);");
                });
            }
            default -> {
                String expected = text.fresh("expected");
                String strength = text.dice().one("strong", "weak");
                text.line("int " + expected + " = " + text.dice().below(2) + ";");
                text.block(
                        "if (atomic_compare_exchange_" + strength + "(&" + atom + ", &" + expected + ", " + value
                                + "))",
                        () -> text.statements(2));
                if (text.dice().chance(40)) text.line("else " + text.variable() + " = " + expected + " & 3;");
            }
        }
    }
}
