package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Program;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places in messages and interleavings are those of the user's files. */
class PlacesTest {
    @TempDir
    private Path folder;

    private List<String> complaints(Path file) {
        try {
            CFrontend.translate(file, COptions.DEFAULT);
            return List.of();
        } catch (InputException e) {
            return e.diagnostics().stream()
                    .map(d -> (d.span() + " " + d.message()).replace(folder + "/", ""))
                    .toList();
        }
    }

    @Test
    void headersHaveColumnsToo() throws IOException {
        Files.writeString(folder.resolve("h.h"), "\nstatic int f(void) { return  missing; }\n");
        Path file = Files.writeString(folder.resolve("a.c"), "#include \"h.h\"\nint main(void) { return f(); }\n");
        assertThat(complaints(file)).containsExactly("h.h:2:30 missing is not declared");
    }

    @Test
    void lineMarkersAreFollowedToFilesThatAreThere() throws IOException {
        Files.writeString(folder.resolve("grammar.y"), "%{\nint main(void) {\n  return missing;\n}\n");
        for (String marker :
                List.of("# 2 \"grammar.y\"", "#line 2 \"grammar.y\"", "# 2 \"" + folder + "/grammar.y\" 1 3")) {
            Path file = Files.writeString(
                    folder.resolve("a.c"), "int before;\n" + marker + "\nint main(void) {\n  return missing;\n}\n");
            assertThat(complaints(file)).containsExactly("grammar.y:3:10 missing is not declared");
        }
    }

    @Test
    void markersOfFilesThatAreNotThereAreNot() throws IOException {
        Path file =
                Files.writeString(folder.resolve("a.i"), "# 77 \"gone.c\"\nint main(void) {\n  return missing;\n}\n");
        assertThat(complaints(file)).containsExactly("a.i:3:10 missing is not declared");
    }

    @Test
    void theLinesOfMarkedFilesAreShown() throws IOException {
        Files.writeString(folder.resolve("orig.c"), "int x;\nint main(void) { x = 1; return 0; }\n");
        Path file = Files.writeString(
                folder.resolve("a.i"), "# 1 \"orig.c\"\nint x;\nint main(void) { x = 1; return 0; }\n");
        Program program = CFrontend.translate(file, COptions.DEFAULT);
        assertThat(program.sources()
                        .line(program.function("main").body().getFirst().span()))
                .isEqualTo("int main(void) { x = 1; return 0; }");
    }
}
