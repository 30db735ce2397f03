package dev.moirai.generate.idiom;

/** Through functions and pointers. */
final class Calls {
    private Calls() {}

    static void write(ThreadText text) {
        text.declare("static void bump(int *at)\n{\n    *at = (*at + 1) & 3;\n}\n");
        text.declare("static void clear(int *at)\n{\n    *at = 0;\n}\n");
        text.declare("int *place = &x;");
        text.declare("int cells[2];");
        text.declare("void (*change)(int *) = bump;");
        switch (text.dice().below(8)) {
            case 0 -> text.line("bump(&" + text.variable() + ");");
            case 1 -> text.line("change(&" + text.variable() + ");");
            case 2 -> text.line("change = " + text.dice().one("clear", "bump") + ";");
            case 3 -> text.line("place = &" + text.dice().one("x", "y", "cells[1]") + ";");
            case 4 -> text.line("*place = " + text.value() + ";");
            case 5 -> text.line(text.local() + " = *place;");
            case 6 -> text.line("cells[" + text.local() + " & 1] = " + text.value() + ";");
            default -> text.line(text.local() + " = cells[" + text.variable() + " & 1];");
        }
    }
}
