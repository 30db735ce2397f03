package dev.moirai.generate.idiom;

/** Lists of new nodes, whose links and numbers not everybody sets before others see them. */
final class Links {
    private Links() {}

    static void write(ThreadText text) {
        text.declare("struct node { unsigned char number; struct node *next; };");
        text.declare("struct node *volatile top;");
        String own = text.fresh("node");
        switch (text.dice().below(6)) {
            case 0, 1 -> {
                text.line("struct node *" + own + " = malloc(sizeof *" + own + ");");
                String set = text.dice().chance(70) ? own + "->number = " + text.value() + "; " : "";
                String link =
                        text.dice().chance(75) ? own + "->next = " + text.dice().one("top", "NULL") + "; " : "";
                text.line("if (" + own + ") { " + set + link + "top = " + own + "; }");
            }
            case 2, 3 ->
                text.line("{ struct node *" + own + " = top; if (" + own + ") "
                        + text.dice()
                                .one(
                                        "top = " + own + "->next;",
                                        text.local() + " = " + own + "->number & 3;",
                                        "{ top = " + own + "->next; free(" + own + "); }")
                        + " }");
            case 4 ->
                text.line("assert(!top || top->number != " + (1 + text.dice().below(3)) + ");");
            default -> text.line("if (top && top->next) " + text.variable() + " = 3;");
        }
    }
}
