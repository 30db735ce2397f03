package dev.moirai.generate.idiom;

/** Memory taken and given back; taking it may fail, if the program's options say so, and not everybody looks. */
final class Heap {
    private Heap() {}

    static void write(ThreadText text) {
        text.declare("int *volatile box;");
        if (text.dice().chance(50)) text.prepare("box = calloc(1, sizeof *box);");
        String own = text.fresh("own");
        switch (text.dice().below(7)) {
            case 0, 1 -> {
                text.line("int *" + own + " = "
                        + text.dice().one("malloc(sizeof *" + own + ")", "calloc(1, sizeof *" + own + ")") + ";");
                boolean looks = text.dice().chance(70);
                text.line((looks ? "if (" + own + ") " : "") + "*" + own + " = "
                        + text.dice().below(3) + ";");
                if (looks && text.dice().chance(40)) text.line("else " + text.variable() + " = 3;");
                if (text.dice().chance(60)) text.line("box = " + own + ";");
                else if (text.dice().chance(60)) text.line("free(" + own + ");");
            }
            case 2 ->
                text.line("{ int *" + own + " = box; if (" + own + ") " + text.local() + " = *" + own + " & 3; }");
            case 3 ->
                text.line("{ int *" + own + " = box; if (" + own + ") *" + own + " = "
                        + text.dice().below(3) + "; }");
            case 4 -> text.line("{ int *" + own + " = box; box = NULL; free(" + own + "); }");
            case 5 -> text.line(text.local() + " = *box & 3;");
            default -> {
                text.line("char *" + own + " = malloc(2);");
                text.line("if (!" + own + ") "
                        + text.dice().one(text.inSection() ? ";" : "return 0;", text.variable() + " = 3;"));
                text.line("else { " + own + "[0] = 1; " + text.variable() + " = " + own + "["
                        + text.dice().below(2) + "] & 1; free(" + own + "); }");
            }
        }
    }
}
