package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.DataModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What gcc's options mean here. */
class GccCommandTest {
    private static GccCommand of(String line) {
        return GccCommand.of(List.of(line.split(" ")), Path.of("/b"));
    }

    @Test
    void whatSaysHowAFileIsReadIsTaken() {
        GccCommand command = of("-Iinclude -I /abs -iquote q -isystem s -DA -D B=2 -UA -include f.h -c -o x.o x.c");
        assertThat(command.goal()).isEqualTo(GccCommand.Goal.OBJECTS);
        assertThat(command.inputs()).containsExactly(Path.of("/b/x.c"));
        assertThat(command.output()).contains(Path.of("/b/x.o"));
        CFlags flags = command.flags();
        assertThat(flags.includes()).containsExactly(Path.of("/b/include"), Path.of("/abs"));
        assertThat(flags.quoted()).containsExactly(Path.of("/b/q"));
        assertThat(flags.system()).containsExactly(Path.of("/b/s"));
        assertThat(flags.macros()).containsExactly("-DA", "-DB=2", "-UA");
        assertThat(flags.forced()).containsExactly(Path.of("/b/f.h"));
    }

    /** Flags that real projects use; none may be taken for a file, or swallow one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Wall -Wextra -Wno-unused -Werror=format -w",
                "-O -O2 -O3 -Os -Og -Ofast",
                "-g -ggdb3 -gdwarf-4",
                "-fPIC -fno-strict-aliasing -fvisibility=hidden -fsanitize=thread",
                "-m64 -march=native -msse4.2 -mtune=generic",
                "-pipe -pg -pedantic -pthread",
                "-MD -MMD -MP -MF x.d -MT x.o -MQ y",
                "-lpthread -l m -L. -L lib -Wl,-rpath,/x -rdynamic -static",
                "--param max=1 -Xlinker --version-script -Xpreprocessor -z -z now -u main -x c",
                "-nostdlib -shared -no-pie -save-temps -specs=x -B/usr"
            })
    void whatHasNoMeaningHereIsPassedOver(String line) {
        GccCommand command = of(line + " x.c");
        assertThat(command.inputs()).containsExactly(Path.of("/b/x.c"));
        assertThat(command.refused()).isEmpty();
        assertThat(command.goal()).isEqualTo(GccCommand.Goal.LINKED);
    }

    @ParameterizedTest
    @CsvSource({
        "-std=c89,'',true,GNU89",
        "-ansi,'',true,GNU89",
        "-std=gnu90,'',false,GNU89",
        "-std=c99,199901L,true,C99",
        "-std=gnu11,201112L,false,C99",
        "-std=iso9899:1999,199901L,true,C99",
        "-std=c17,201710L,true,C99",
        "-std=gnu17 -fgnu89-inline,201710L,false,GNU89"
    })
    void dialects(String line, String version, boolean strict, CFlags.Inlining inlining) {
        assertThat(of(line + " x.c").flags().dialect()).isEqualTo(new CFlags.Dialect(version, strict, inlining));
    }

    @Test
    void bitsAndThreads() {
        assertThat(of("-m32 x.c").model()).contains(DataModel.ILP32);
        assertThat(of("-m32 -m64 x.c").model()).contains(DataModel.LP64);
        assertThat(of("-pthread x.c").flags().macros()).containsExactly("-D_REENTRANT=1");
        assertThat(of("-Wp,-DX=1,-MD,x.d x.c").flags().macros()).containsExactly("-DX=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-funsigned-char", "-fshort-enums", "-fpack-struct=2", "-fopenmp", "-mx32", "-std=c++11"})
    void whatWouldChangeTheMeaningIsRefused(String flag) {
        assertThat(of(flag + " x.c").refused()).containsExactly(flag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-E x.c", "-M x.c", "-S x.c", "-fsyntax-only x.c", "--version", "-print-search-dirs"})
    void someMakeNothing(String line) {
        assertThat(of(line).goal()).isEqualTo(GccCommand.Goal.NOTHING);
    }

    @Test
    void wordsAreSplitAsAShellDoes() {
        assertThat(CommandWords.split("gcc  -DA='x y' \"-DB=\\\"q\\\"\" a\\ b.c ''"))
                .containsExactly("gcc", "-DA=x y", "-DB=\"q\"", "a b.c", "");
    }

    @Test
    void filesOfWordsMayNameOthers(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("outer"), "-DA\n@inner -DC @missing");
        Files.writeString(folder.resolve("inner"), "'-DB=1 2'");
        assertThat(CommandWords.expanded(List.of("@outer", "x.c"), folder))
                .containsExactly("-DA", "-DB=1 2", "-DC", "@missing", "x.c");
        Files.writeString(folder.resolve("self"), "@self");
        assertThat(CommandWords.expanded(List.of("@self"), folder)).containsExactly("@self");
    }
}
