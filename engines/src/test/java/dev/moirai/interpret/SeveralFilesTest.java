package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.CSource;
import dev.moirai.generate.Gcc;
import dev.moirai.generate.SequentialPrograms;
import dev.moirai.generate.SplitProgram;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that is cut into several files is, linked again, the program it was: the same functions instruction by
 * instruction, the same variables. So every engine says the same of both. {@code bench/split} runs any number of them.
 */
class SeveralFilesTest {
    private static final long SEEDS = Long.getLong("moirai.campaign.seeds", 36);
    private static final long FIRST = Long.getLong("moirai.campaign.first", 1);

    @TempDir
    Path folder;

    @Test
    void threadedProgramsAreTheSame() throws IOException {
        int cut = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            var generated = ThreadedPrograms.of(seed);
            if (compare(generated.text(), generated.options(), seed).isPresent()) cut++;
        }
        assertThat(cut).as("programs that could be cut").isGreaterThan((int) (SEEDS / 2));
    }

    @Test
    void sequentialProgramsAreTheSameAndGccAgrees() throws IOException {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed: programs of several files were not compared with it");
        int cut = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            String text = SequentialPrograms.standalone(seed);
            Optional<List<Path>> files = compare(text, COptions.DEFAULT, seed);
            if (files.isEmpty()) continue;
            cut++;
            assertThat(Interpreted.output(linked(files.get(), COptions.DEFAULT)))
                    .as("seed %d", seed)
                    .isEqualTo(Gcc.output(folder, files.get()));
        }
        assertThat(cut).as("programs that could be cut").isGreaterThan((int) (SEEDS / 2));
    }

    @Test
    void aVariableMayBeSignedInOneFileAndUnsignedInTheOther() throws IOException {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed: programs of several files were not compared with it");
        Path one = Files.writeString(folder.resolve("one.c"), """
            #include <stdio.h>
            int x = -1;
            extern int y;
            char c = -2;
            void f(void);
            int main(void) { printf("%d %d %d\\n", x < 0, y / 2, c); f(); return 0; }
            """);
        Path other = Files.writeString(folder.resolve("other.c"), """
            #include <stdio.h>
            extern unsigned x;
            unsigned y = -6u;
            void f(void) { extern unsigned char c; printf("%d %u %d\\n", x < 0, y / 2, c); }
            """);
        List<Path> files = List.of(one, other);
        assertThat(Interpreted.output(linked(files, COptions.DEFAULT))).isEqualTo(Gcc.output(folder, files));
    }

    private Optional<List<Path>> compare(String text, COptions options, long seed) throws IOException {
        Path whole = Files.writeString(folder.resolve("whole.c"), text);
        Optional<List<Path>> files = SplitProgram.write(folder, text, 2 + (int) (seed % 3), seed);
        if (files.isEmpty()) return files;
        Program one = CFrontend.translate(whole, options);
        Program several = linked(files.get(), options);
        assertThat(WellFormed.check(several)).isEmpty();
        assertThat(printed(several)).as("seed %d", seed).isEqualTo(printed(one));
        return files;
    }

    private static Program linked(List<Path> files, COptions options) {
        List<CSource> sources = files.stream()
                .map(file -> new CSource(file, CFlags.NONE, CSource.Role.WHOLE))
                .toList();
        return CFrontend.translate(sources, options);
    }

    /** All of the program but places, the order of its parts, and the numbers in names that were given twice. */
    private static Map<String, String> printed(Program program) {
        var printer = new Printer(program.layouts());
        var parts = new TreeMap<String, String>();
        for (Function function : program.functions().values()) {
            var text = new StringBuilder(function.result() + " " + function.parameters() + function.locals());
            for (Instr instr : function.body()) text.append('\n').append(printer.instr(instr));
            parts.put(unnumbered(function.name()), unnumbered(text.toString()));
        }
        program.globals().forEach((name, global) -> {
            String text = global.type() + " " + global.storage() + " " + global.initial();
            parts.merge(unnumbered(name), unnumbered(text), (a, b) -> a.compareTo(b) < 0 ? a + b : b + a);
        });
        program.layouts()
                .forEach((tag, layout) -> parts.put("struct " + unnumbered(tag), unnumbered(layout.toString())));
        return parts;
    }

    private static String unnumbered(String text) {
        return text.replaceAll("@\\d+", "@");
    }
}
