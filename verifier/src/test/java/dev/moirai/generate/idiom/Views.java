package dev.moirai.generate.idiom;

/** Words seen as bytes and bytes seen as words, at places that only the run tells, aligned or not. */
final class Views {
    private Views() {}

    static void write(ThreadText text) {
        text.declare(
                "int words[2] = {0x00010002, 3}; char bytes[8] = {1, 2, 0, 1}; union { long w; short h[4]; } both;");
        String place = text.dice()
                .write(
                        () -> "((unsigned char *)words)[" + offset(text) + "]",
                        () -> "*(short *)((char *)words + 2 * (" + Records.index(text) + "))",
                        () -> "*(short *)((char *)words + (" + offset(text) + "))",
                        () -> "*(int *)(bytes + (" + offset(text) + "))",
                        () -> "words[" + text.local() + " & 1]",
                        () -> "bytes[" + offset(text) + "]",
                        () -> "both.h[" + Records.index(text) + "]",
                        () -> "both.w",
                        () -> "*(long *)words",
                        () -> "((unsigned char *)&" + text.variable() + ")[" + text.local() + "]");
        switch (text.dice().below(4)) {
            case 0, 1 -> text.line(place + " = " + text.value() + ";");
            case 2 -> text.line(text.local() + " = " + place + " & 3;");
            default -> text.line("assert(" + place + " != " + (1 + text.dice().below(3)) + ");");
        }
    }

    private static String offset(ThreadText text) {
        return text.dice()
                .write(text::local, () -> text.local() + " + " + text.local(), () -> "2 * " + text.local() + " + 1");
    }
}
