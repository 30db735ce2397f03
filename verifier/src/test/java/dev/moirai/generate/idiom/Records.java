package dev.moirai.generate.idiom;

/** Arrays of structures, at indices that only the run tells; some lie outside. */
final class Records {
    private Records() {}

    static void write(ThreadText text) {
        text.declare("struct record { char tag; short small; int number; long wide; };");
        text.declare("struct record rs[3];");
        String record = "rs[" + index(text) + "]";
        String field = record + "." + text.dice().one("tag", "small", "number", "wide");
        switch (text.dice().below(7)) {
            case 0, 1 -> text.line(field + " = " + text.value() + ";");
            case 2 -> text.line(text.local() + " = " + field + " & 3;");
            case 3 -> text.line("assert(" + field + " != " + (1 + text.dice().below(3)) + ");");
            case 4 -> text.line(record + " = rs[" + index(text) + "];");
            case 5 -> {
                String own = text.fresh("own");
                text.line("struct record *" + own + " = &" + record + ";");
                text.line(own + "->wide++;");
                if (text.dice().chance(50)) text.line("assert((" + own + "++)->wide <= 1);");
            }
            default -> {
                String own = text.fresh("own");
                text.line("int *" + own + " = &" + record + ".number;");
                text.line(text.dice().one("*" + own + " = 2;", text.local() + " = *" + own + " & 3;"));
            }
        }
    }

    /** Mostly 0 to 3. */
    static String index(ThreadText text) {
        return text.dice()
                .write(
                        text::local,
                        text::local,
                        () -> text.variable() + " & 3",
                        () -> "__VERIFIER_nondet_bool() + " + text.local(),
                        () -> Integer.toString(text.dice().below(3)),
                        () -> "(unsigned)" + text.local());
    }
}
