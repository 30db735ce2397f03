package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes to standard output is read byte by byte, and every engine sees it. */
class PrintedTextsTest {
    private static final String HEAD = """
        #define _GNU_SOURCE
        #include <pthread.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <syslog.h>
        #include <unistd.h>
        static void say(const char *format, ...) {
            va_list list;
            va_start(list, format);
            vprintf(format, list);
            va_end(list);
        }
        """;

    @TempDir
    Path folder;

    private Asking asking(Set<Property> properties, String text) throws IOException {
        return new Asking(folder, HEAD + text, properties, SearchBounds.GROWING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "puts(text)",
                "fputs(text, stderr)",
                "printf(\"%d %s\", 1, text)",
                "printf(\"%*.*s\", 9, 4, text)",
                "printf(text)",
                "write(1, text, 4)",
                "fwrite(text, 1, 4, stdout)",
                "text[0] = 0; fwrite(text, 1, 4, stdout)",
                "pthread_setname_np(pthread_self(), text)"
            })
    void aTextThatDoesNotEndIsReadBeyondItsEnd(String call) throws IOException {
        asking(Set.of(Property.MEMORY), "int main(void) { char text[3] = {'a', 'b', 'c'};\n" + call + "; return 0; }")
                .allSay("memory at line 15");
    }

    @Test
    void theLogReadsTheNameItWasGiven() throws IOException {
        String text = "int main(void) { char *name = malloc(2); name[0] = 0; openlog(name, 0, 0); free(name);\n"
                + "syslog(1, \"x\"); return 0; }";
        assertThat(Asking.word(asking(Set.of(Property.MEMORY), text).explicitly()))
                .isEqualTo("memory at line 15");
    }

    @Test
    void aFormatOfRunTimeIsFollowed() throws IOException {
        asking(
                        Set.of(Property.MEMORY),
                        "int main(void) { char text[3] = {'a', 'b', 'c'}; say(\"%5d%% %s\", 1, text); return 0; }")
                .allSay("memory at line 11");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf(\"%.3s\", text)",
                "printf(\"%-9.*s\", 3, text)",
                "printf(\"%s\", (char *) 0)",
                "say(\"%.*s %s\", 3, text, \"b\")",
                "write(1, text, 3)",
                "fwrite(text, 1, 3, stdout)"
            })
    void noMoreIsReadThanIsAskedFor(String call) throws IOException {
        asking(Set.of(Property.MEMORY), "int main(void) { char text[3] = {'a', 'b', 'c'}; " + call + "; return 0; }")
                .allSay("holds");
    }

    @Test
    void aTextMayBeFreedBeforeItIsPrinted() throws IOException {
        asking(Property.defaults(), """
            static char *name;
            static void *printer(void *given) {
                puts(name);
                return given;
            }
            int main(void) {
                pthread_t thread;
                name = calloc(4, 1);
                pthread_create(&thread, 0, printer, 0);
                free(name);
                pthread_join(thread, 0);
                return 0;
            }
            """).allSay("memory at line 16");
    }

    @ParameterizedTest
    @ValueSource(strings = {"puts(text)", "printf(\"%s\", text)", "write(1, text, 2)", "fwrite(text, 1, 2, stdout)"})
    void whoWritesMeanwhileRaces(String call) throws IOException {
        String program = """
            static char text[4] = "ab";
            static void *writer(void *given) {
                text[1] = 'c';
                return given;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, writer, 0);
                %s;
                pthread_join(thread, 0);
                return 0;
            }
            """;
        Asking asking = asking(Set.of(Property.DATA_RACE), program.formatted(call));
        assertThat(Asking.word(asking.explicitly())).isEqualTo("data-race at line 16");
        assertThat(Asking.word(asking.by(CheckEngine.ORDER))).startsWith("data-race at line ");
    }

    @Test
    void literalsNeedNotBeRead() throws IOException {
        var program = Asking.program(folder, HEAD + """
            static const char known[] = "known";
            int main(int count, char **words) {
                puts("a");
                fputs("b", stdout);
                printf("%s %s %s", "c", known, count > 1 ? "d" : "e");
                write(1, "f\\n", 2);
                return 0;
            }
            """);
        assertThat(program.functions().get("main").body()).noneMatch(instr -> instr instanceof Instr.Load);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "strcpy(format, \"%x\"); snprintf(text, sizeof text, format, 255)",
                "format[1] = 'x'; sprintf(text, format, 255)"
            })
    void aFormatThatCanChangeIsReadWhenItIsUsed(String statements) throws IOException {
        Asking asking = asking(Set.of(Property.ASSERTION), """
            #include <assert.h>
            #include <string.h>
            static char format[8] = "%d";
            int main(void) { char text[20];
            STATEMENTS;
            assert(!strcmp(text, "ff")); return 0; }
            """.replace("STATEMENTS", statements));
        assertThat(Asking.word(asking.explicitly())).isEqualTo("holds");
    }

    @Test
    void whoWritesAFormatMeanwhileRaces() throws IOException {
        Asking asking = asking(Set.of(Property.DATA_RACE), """
            static char format[8] = "%d";
            static void *writer(void *given) { format[1] = 'x'; return given; }
            int main(void) {
                pthread_t t;
                char text[20];
                pthread_create(&t, 0, writer, 0);
                sprintf(text, format, 3);
                return pthread_join(t, 0);
            }
            """);
        assertThat(Asking.word(asking.explicitly())).startsWith("data-race at line ");
    }

    @Test
    void aLiteralIsKnownBehindTheVariableThatWasJustSet() throws IOException {
        var program = Asking.program(folder, HEAD + """
            int main(void) {
                const char *text;
                text = (const char *) "a %d";
                printf(text, 1);
                return 0;
            }
            """);
        assertThat(program.functions().get("main").body())
                .noneMatch(instr -> instr instanceof Instr.Load)
                .anyMatch(instr ->
                        instr instanceof Instr.Print print && print.format().equals("a %d"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text = \"a\"; text = mine; printf(text);",
                "text = \"a\"; if (mine[0]) text = mine; printf(text);",
                "text = \"a\"; goto on; back: text = mine; goto print; on: goto back; print: printf(text);",
                "text = mine; { const char *text; text = \"a\"; } printf(text);"
            })
    void aVariableMayHoldAnotherTextByNow(String statements) throws IOException {
        String program = "int main(void) { char mine[1] = {'a'}; const char *text;\n" + statements + " return 0; }";
        asking(Set.of(Property.MEMORY), program).allSay("memory at line 15");
    }
}
