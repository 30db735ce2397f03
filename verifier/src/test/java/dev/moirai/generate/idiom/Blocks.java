package dev.moirai.generate.idiom;

/**
 * The library's work on blocks of memory and on texts: set, copied, moved, compared, measured; through pointers that say
 * what lies there and through such that do not; of sizes that are constant, chosen, and too large.
 */
final class Blocks {
    private Blocks() {}

    static void write(ThreadText text) {
        switch (text.dice().below(6)) {
            case 0, 1 -> records(text);
            case 2, 3 -> arrays(text);
            case 4 -> texts(text);
            default -> heap(text);
        }
    }

    private static void records(ThreadText text) {
        text.declare("struct inner { signed char tag; short half; };");
        text.declare("struct block { int head; struct inner in[2]; union { int i; char c[4]; } u; };");
        text.declare("struct block r, s;");
        text.declare("static struct block passed(struct block given) { given.head++; return given; }");
        text.declare("static void cleared(void *what, size_t size) { memset(what, 0, size); }");
        String one = text.dice().one("r", "s");
        String other = text.dice().one("r", "s");
        String field = one + "." + text.dice().one("head", "in[0].half", "in[1].tag", "u.i", "u.c[0]");
        switch (text.dice().below(8)) {
            case 0 -> text.line("memset(&" + one + ", 0, sizeof " + one + ");");
            case 1 -> text.line("cleared(&" + one + ", sizeof " + one + ");");
            case 2 -> text.line("memcpy(&" + one + ", &" + other + ", sizeof " + one + ");");
            case 3 -> text.line(one + " = passed(" + other + ");");
            case 4 ->
                text.line("memmove(" + one + ".in, " + other + ".in + "
                        + text.dice().below(3) + ", sizeof(struct inner));");
            case 5, 6 -> text.line(field + " = " + text.value() + ";");
            default -> text.line("assert(" + field + " != " + (1 + text.dice().below(2)) + ");");
        }
    }

    private static void arrays(ThreadText text) {
        text.declare("int row[3], line[4];");
        String size = text.dice()
                .one(
                        "sizeof row",
                        "2 * sizeof(int)",
                        "(unsigned)" + text.local() + " * sizeof(int)",
                        text.local() + " + 1u");
        switch (text.dice().below(6)) {
            case 0 -> text.line("memset(row, " + text.dice().one("0", "0", "1") + ", " + size + ");");
            case 1 -> text.line("memcpy(row, line, " + size + ");");
            case 2 ->
                text.line("memmove(row + 1, row, " + text.dice().one("sizeof(int)", "2 * sizeof(int)", "sizeof row")
                        + ");");
            case 3 -> text.line(text.local() + " = memcmp(row, line, " + size + ") != 0;");
            case 4 -> text.line("row[" + text.local() + " & 1] = " + text.value() + ";");
            default ->
                text.line("assert(row[" + text.dice().below(3) + "] != "
                        + (1 + text.dice().below(2)) + ");");
        }
    }

    private static void texts(ThreadText text) {
        text.declare("char word[5] = \"ab\", copy[4];");
        switch (text.dice().below(6)) {
            case 0 -> text.line("strcpy(copy, " + text.dice().one("word", "\"xyz\"", "\"\"") + ");");
            case 1 -> text.line(text.local() + " = (int)strlen(word) & 3;");
            case 2 -> text.line("word[" + text.local() + "] = " + text.dice().one("0", "'c'") + ";");
            case 3 -> text.line("strncpy(copy, word, " + text.dice().one("3", "4", "(unsigned)" + text.local()) + ");");
            case 4 -> text.line(text.local() + " = strcmp(word, copy) == 0;");
            default -> text.line("assert(strchr(word, '" + text.dice().one("a", "b", "c") + "') != NULL);");
        }
    }

    private static void heap(ThreadText text) {
        String own = text.fresh("own");
        switch (text.dice().below(3)) {
            case 0 -> {
                text.line("int *" + own + " = calloc(2, sizeof(int));");
                text.line("if (" + own + ") { " + text.local() + " = " + own + "["
                        + text.dice().below(3) + "]; free(" + own + "); }");
            }
            case 1 -> {
                text.declare("char word[5] = \"ab\", copy[4];");
                text.line("char *" + own + " = strdup(" + text.dice().one("\"abc\"", "\"\"") + ");");
                text.line("if (" + own + ") { assert(strlen(" + own + ") != "
                        + text.dice().below(4) + "); free(" + own + "); }");
            }
            default -> {
                text.line("char *" + own + " = malloc(4);");
                text.line("if (" + own + ") { memset(" + own + ", 1, "
                        + (3 + text.dice().below(3)) + "); memcpy(&" + text.variable() + ", " + own + ", 1); "
                        + text.variable() + " &= 3; free(" + own + "); }");
            }
        }
    }
}
