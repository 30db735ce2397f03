package dev.moirai.generate.idiom;

/** Objects of one thread that others may point to, even when it has ended: thread-locals and automatic variables. */
final class ThreadLocals {
    private ThreadLocals() {}

    static void write(ThreadText text) {
        text.declare("_Thread_local int mine = 1; _Thread_local short few[2]; int *volatile shown;");
        switch (text.dice().below(8)) {
            case 0, 1 -> text.line("shown = &mine;");
            case 2 -> text.line("mine = " + text.value() + ";");
            case 3 -> text.line(text.local() + " = mine + few[" + text.local() + " & 1] & 3;");
            case 4 -> text.line("few[" + text.local() + " & 1] = " + text.value() + ";");
            case 5 -> text.line("shown = &" + text.local() + ";");
            default -> {
                String own = text.fresh("seen");
                text.line("int *" + own + " = shown;");
                text.line("if (" + own + ") "
                        + text.dice()
                                .one(
                                        text.local() + " = *" + own + " & 3;",
                                        "*" + own + " = 2;",
                                        "assert(*" + own + " != "
                                                + (1 + text.dice().below(3)) + ");"));
            }
        }
    }
}
