package dev.moirai.generate;

import java.util.List;

/**
 * Single-threaded C programs about what compilers compute before anything runs, or that only GNU C knows: layouts and
 * packing, initialisers, attributes, conditions and macros, generic selection; and about the C library. They print what they
 * find.
 */
public final class FeaturePrograms {
    private static final String PROLOGUE = """
        #include <ctype.h>
        #include <stddef.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <strings.h>
        struct pair { int a, b; };
        static void show_bytes(const void *object, size_t size)
        {
            const unsigned char *bytes = object;
            for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
            printf("\\n");
        }
        static int compare_ints(const void *a, const void *b)
        {
            return (*(const int *) a > *(const int *) b) - (*(const int *) a < *(const int *) b);
        }
        """;

    private FeaturePrograms() {}

    /** A whole program for this seed. */
    public static String standalone(long seed) {
        return PROLOGUE + body(seed) + "int main(void)\n{\n    q" + seed + "_run();\n    return 0;\n}\n";
    }

    /** Many programs in one; {@code separator} stands on a line of its own after the output of each. */
    public static String together(List<Long> seeds, String separator) {
        var all = new StringBuilder(PROLOGUE);
        for (long seed : seeds) all.append(body(seed));
        all.append("int main(void)\n{\n");
        for (long seed : seeds) {
            all.append("    q")
                    .append(seed)
                    .append("_run(); puts(\"")
                    .append(separator)
                    .append("\");\n");
        }
        return all.append("    return 0;\n}\n").toString();
    }

    private static String body(long seed) {
        var dice = new Dice(seed);
        String prefix = "q" + seed;
        var file = new StringBuilder();
        var run = new StringBuilder();
        new LayoutProbe(dice, prefix, file, run).write();
        if (dice.chance(60)) new PreprocessorProbe(dice, prefix, file, run).write();
        if (dice.chance(60))
            run.append("    ")
                    .append(new CleanupProbe(dice, prefix, file).write())
                    .append('\n');
        if (dice.chance(70)) new LibraryProbe(dice, run).write();
        if (dice.chance(50)) new SelectionProbe(dice, run).write();
        return file + "static void " + prefix + "_run(void)\n{\n" + run + "}\n";
    }
}
