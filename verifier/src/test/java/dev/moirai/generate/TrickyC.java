package dev.moirai.generate;

import java.util.List;
import java.util.stream.Stream;

/**
 * Hand-written cases of C at its trickiest, with what they print. In the tables a case is a whole program or just the body
 * of main; {@code ---} parts it from its output.
 */
public record TrickyC(String name, String program, String output) {
    private static final String PROLOGUE = """
        #include <assert.h>
        #include <stddef.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        """;

    public static List<TrickyC> all() {
        return Stream.of("integers", "memory", "control", "declarations", "oddities")
                .flatMap(theme -> Section.of("/dev/moirai/tricky/" + theme + ".txt").stream())
                .map(TrickyC::of)
                .toList();
    }

    private static TrickyC of(Section section) {
        String[] parts = section.text().split("(?m)^---\n", 2);
        String program = parts[0].contains("int main") ? parts[0] : "int main(void)\n{\n" + parts[0] + "return 0;\n}\n";
        return new TrickyC(section.name(), PROLOGUE + program, parts[1]);
    }

    @Override
    public String toString() {
        return name;
    }
}
