package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of several files, as in real projects. */
class ProjectCommandsTest {
    private static final String MAIN = """
        #include <pthread.h>
        #include <assert.h>
        #include "counter.h"
        static void *work(void *unused) { add(STEP); return 0; }
        int main(void) {
          pthread_t a, b;
          pthread_create(&a, 0, work, 0);
          pthread_create(&b, 0, work, 0);
          pthread_join(a, 0);
          pthread_join(b, 0);
          assert(total() == 2 * STEP);
          return 0;
        }
        """;

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** A counter that loses updates unless LOCKED is defined. */
    private void counter() throws IOException {
        write("include/counter.h", "void add(int); int total(void);\n");
        write("main.c", MAIN);
        write("counter.c", """
            #include <pthread.h>
            #include "counter.h"
            static int count;
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            void add(int n) {
            #ifdef LOCKED
              pthread_mutex_lock(&lock);
            #endif
              count += n;
            #ifdef LOCKED
              pthread_mutex_unlock(&lock);
            #endif
            }
            int total(void) { return count; }
            """);
    }

    private Shell in(String... words) {
        var all = new ArrayList<String>();
        for (String word : words) {
            boolean isFile = word.endsWith(".c") || word.endsWith(".json");
            all.add(isFile && !word.startsWith("/") ? folder.resolve(word).toString() : word);
        }
        return moirai(all.toArray(new String[0]));
    }

    private List<String> cflags() {
        return List.of(
                "-I" + folder.resolve("include"),
                "-DSTEP=1",
                "-O2",
                "-Wall",
                "-g",
                "-std=gnu99",
                "-pthread",
                "-lm",
                "-fPIC",
                "-MD",
                "-MF",
                "x.d");
    }

    private Shell withFlags(String command, String... words) {
        return in(Stream.of(Stream.of(command), Stream.of(words), cflags().stream())
                .flatMap(all -> all)
                .toArray(String[]::new));
    }

    @Test
    void severalFilesAreOneProgram() throws IOException {
        counter();
        var violated = withFlags("check", "main.c", "counter.c");
        assertThat(violated.lastLine()).matches("VERDICT: VIOLATED assertion at .*main.c:11 .*");
        assertThat(withFlags("check", "main.c", "counter.c", "-DLOCKED").lastLine())
                .startsWith("VERDICT: HOLDS");
        assertThat(withFlags("check", "counter.c", "main.c", "-DLOCKED", "-ULOCKED")
                        .exitCode())
                .isEqualTo(ExitCode.VIOLATION);
    }

    @Test
    void aFileIsGivenOnce() throws IOException {
        counter();
        withFlags("check", "main.c", "counter.c", "main.c").refusedWith("main.c is given twice");
        assertThat(withFlags("check", "--main", "main.c", "counter.c", "main.c", "-DLOCKED")
                        .lastLine())
                .startsWith("VERDICT: HOLDS");
    }

    @Test
    void theOtherCommandsTakeThemToo() throws IOException {
        counter();
        assertThat(withFlags("run", "main.c", "counter.c", "--seed", "3").exitCode())
                .isLessThan(2);
        assertThat(withFlags("predict", "main.c", "counter.c").lastLine()).startsWith("VERDICT: VIOLATED");
        assertThat(withFlags("terminates", "main.c", "counter.c", "--thread", "work")
                        .lastLine())
                .startsWith("VERDICT: TERMINATES");
        assertThat(withFlags("livelock", "main.c", "counter.c", "-DLOCKED").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(withFlags("sequentialize", "main.c", "counter.c", "--unwind", "1", "--rounds", "2")
                        .out())
                .contains("main");
        Path trace = folder.resolve("run.trace");
        assertThat(withFlags("record", "main.c", "counter.c", "-o", trace.toString())
                        .exitCode())
                .isZero();
        assertThat(moirai("predict", trace.toString()).lastLine()).startsWith("VERDICT: VIOLATED");
    }

    @Test
    void aWitnessKnowsAllFilesAndFlags() throws IOException {
        counter();
        withFlags("check", "main.c", "counter.c", "--witness", "w.json");
        assertThat(in("replay", "w.json").lastLine()).startsWith("VERDICT: VIOLATED assertion");
        Files.writeString(folder.resolve("counter.c"), Files.readString(folder.resolve("counter.c")) + "\n");
        assertThat(in("replay", "w.json").err()).contains("has changed since the witness was made");
    }

    @Test
    void eachFileIsAProgramIfAskedFor() throws IOException {
        write("a.c", "int main(void) { return 0; }");
        write("b.c", "int main(void) { return 1; }");
        assertThat(in("check", "--each", "a.c", "b.c").out()).contains("a.c").contains("b.c");
        in("check", "a.c", "b.c").refusedWith("main is defined again; first in " + folder.resolve("a.c") + ":1");
    }

    @Test
    void wordsMayStandInAFile() throws IOException {
        counter();
        Path words = write("flags", String.join("\n", cflags()) + "\n-DLOCKED");
        assertThat(in("check", "main.c", "counter.c", "@" + words).lastLine()).startsWith("VERDICT: HOLDS");
    }

    private void compileCommands(String... entries) throws IOException {
        write("build/compile_commands.json", "[" + String.join(",\n", entries) + "]");
    }

    @Test
    void aProjectSaysWhatItsFilesAre() throws IOException {
        counter();
        compileCommands(
                "{\"directory\": \"" + folder + "/build\", \"file\": \"../main.c\","
                        + " \"command\": \"gcc -I../include -DSTEP=1 -c ../main.c -o main.o\"}",
                "{\"directory\": \"" + folder + "\", \"file\": \"counter.c\", \"arguments\":"
                        + " [\"/usr/bin/cc\", \"-Iinclude\", \"-DLOCKED=1\", \"-c\", \"counter.c\"]}");
        String build = folder.resolve("build").toString();
        assertThat(moirai("check", "-p", build).lastLine()).startsWith("VERDICT: HOLDS");
        assertThat(moirai("check", "-p", build, "-ULOCKED").exitCode()).isEqualTo(ExitCode.VIOLATION);
    }

    @Test
    void ofSeveralMainsOneIsChosen() throws IOException {
        counter();
        write("tool.c", "#include <stdio.h>\nint main(int argc, char **argv)\n{\n  return 0;\n}\n");
        write("driver.c", MAIN.replace("#include \"counter.h\"", "#include <counter.h>"));
        var entries = Stream.of("main.c", "counter.c", "tool.c")
                .map(file -> "{\"directory\": \"" + folder + "\", \"file\": \"" + file
                        + "\", \"command\": \"cc -Iinclude -DSTEP=1 -c " + file + "\"}")
                .toArray(String[]::new);
        compileCommands(entries);
        String build = folder.resolve("build").toString();
        moirai("check", "-p", build).refusedWith("2 files define main: ");
        assertThat(in("check", "-p", build, "--main", "main.c").exitCode()).isEqualTo(ExitCode.VIOLATION);
        assertThat(in("check", "-p", build, "--main", "driver.c").lastLine())
                .matches("VERDICT: VIOLATED assertion at .*driver.c:11 .*");
        moirai("check", "-p", build, "--target", "app").refusedWith("there is no target app");
    }

    @Test
    void mainMayDeclareItsParametersBehindTheirNames() throws IOException {
        write("old.c", "int prototype();\nmain(argc, argv)\n\nint argc;\nchar *argv[];\n\n{\n  return 0;\n}\n");
        compileCommands("{\"directory\": \"" + folder + "\", \"file\": \"old.c\", \"command\": \"cc -c old.c\"}");
        assertThat(moirai("check", "-p", folder.resolve("build").toString()).lastLine())
                .isEqualTo("VERDICT: HOLDS");
    }

    @Test
    void aProjectThatIsNoneIsRefused() throws IOException {
        moirai("check", "-p", folder.toString()).refusedWith("moirai capture -- make");
        compileCommands("{\"directory\": \".\"");
        moirai("check", "-p", folder.resolve("build").toString()).refusedWith("this is not JSON");
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    @Test
    void aBuildIsWatched() throws IOException {
        assumeTrue(isOnPath("make") && isOnPath("cc") && isOnPath("ar"), "needs make, cc and ar");
        counter();
        write("tool.c", "int main(void) { return 0; }\n");
        write("Makefile", """
            CFLAGS = -Iinclude -DSTEP=1 -DNAME="\\"a b\\""
            all: app tool
            app: main.o libcounter.a
            \t$(CC) -o app main.o -L. -lcounter -lpthread
            libcounter.a: counter.o
            \tar rcs $@ $^
            tool: tool.c
            \t$(CC) $(CFLAGS) tool.c -o tool
            """);
        Path out = folder.resolve("compile_commands.json");
        var captured =
                in("capture", "-o", "compile_commands.json", "--json", "--", "make", "-s", "-C", folder.toString());
        assertThat(captured.exitCode()).isZero();
        assertThat(captured.out()).contains("\"files\": 3").contains("libcounter.a");
        assertThat(out).exists();
        moirai("check", "-p", folder.toString()).refusedWith("choose with --main FILE, or --target of: ");
        assertThat(moirai("check", "-p", folder.toString(), "--target", "app").lastLine())
                .matches("VERDICT: VIOLATED assertion at .*main.c:11 .*");
        assertThat(moirai("check", "-p", folder.toString(), "--target", "tool").lastLine())
                .isEqualTo("VERDICT: HOLDS");
        moirai("capture", "--", "make", "-s", "-C", folder.toString()).refusedWith("is all built already?");
    }

    @Test
    void errorsOfOneCauseAreToldTogether() throws IOException {
        write("a.c", "void f(int); void g(void);\nint main(void) { f(1);\n f(2);\n g(); return b(); }\n");
        write("b.c", "void f(int);\nint b(void) { f(3); return 0; }\n");
        String err = in("check", "a.c", "b.c").err();
        assertThat(err)
                .contains("a.c:2:18: error: function f has no body")
                .contains("      = also in " + folder.resolve("a.c") + ":3, " + folder.resolve("b.c") + ":2\n")
                .contains("functions without a body: f, g\n      = --assume-pure f,g if they have no effect");
    }

    /** Each file that includes moirai.h declares the marks; they must be the same marks in all of them. */
    @Test
    void transactionsAreMarkedInEveryFile() throws IOException {
        Path main = write("main.c", """
            #include <moirai.h>
            #include <pthread.h>
            void deposit(void);
            static void *other(void *unused) { deposit(); return 0; }
            int main(void) {
              pthread_t t;
              MOIRAI_ATOMIC_BEGIN();
              MOIRAI_ATOMIC_END();
              pthread_create(&t, 0, other, 0);
              deposit();
              pthread_join(t, 0);
              return 0;
            }
            """);
        Path account = write("account.c", """
            #include <moirai.h>
            #include <pthread.h>
            static int balance;
            static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void deposit(void) {
              MOIRAI_ATOMIC_BEGIN();
              pthread_mutex_lock(&m);
              int old = balance;
              pthread_mutex_unlock(&m);
              pthread_mutex_lock(&m);
              balance = old + 1;
              pthread_mutex_unlock(&m);
              MOIRAI_ATOMIC_END();
            }
            """);
        Shell predicted = moirai(
                "predict",
                main.toString(),
                account.toString(),
                "--property",
                "atomicity",
                "--transactions",
                "annotated");
        assertThat(predicted.exitCode()).isEqualTo(1);
        assertThat(predicted.out()).contains("VIOLATED atomicity at ").contains("account.c:11");
    }
}
