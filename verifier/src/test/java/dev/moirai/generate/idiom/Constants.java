package dev.moirai.generate.idiom;

/** Objects that are never written, unless somebody casts that away. */
final class Constants {
    private Constants() {}

    static void write(ThreadText text) {
        text.declare("const int fixed[3] = {1, 2, 3}; const struct { char c; int i; } whole = {1, 2}; int loose;");
        text.declare("const int *look = &loose; int *const there = &loose;");
        switch (text.dice().below(8)) {
            case 0, 1 -> text.line(text.local() + " = fixed[" + Records.index(text) + "];");
            case 2 -> text.line(text.local() + " = whole.i & 3;");
            case 3 -> text.line("*(int *)look = " + text.value() + ";");
            case 4 -> text.line("*there = " + text.value() + ";");
            case 5 -> text.line("look = " + text.dice().one("&loose", "&fixed[" + text.local() + " & 1]") + ";");
            case 6 -> text.line("assert(*look <= " + text.dice().one("1", "2") + ");");
            default ->
                text.line(text.dice()
                        .one(
                                "*(int *)&fixed[" + text.local() + " & 1] = 2;",
                                "*(int *)&whole.i = 2;",
                                "*(char *)\"text\" = 'n';"));
        }
    }
}
