package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds of many kinds, watched; what is captured is checked. */
class CaptureCommandTest {
    @TempDir
    Path folder;

    /** A library with a race, and a program that uses it from two threads. */
    private void sources() throws IOException {
        Files.createDirectories(folder.resolve("src"));
        write("src/count.h", "void count(void);\nextern int counted;\n");
        write("src/count.c", "#include \"count.h\"\nint counted;\nvoid count(void) { counted += STEP; }\n");
        write("src/main.c", """
            #include <assert.h>
            #include <pthread.h>
            #include "count.h"
            static void *worker(void *unused) { count(); return unused; }
            int main(void) {
                pthread_t a, b;
                pthread_create(&a, 0, worker, 0);
                pthread_create(&b, 0, worker, 0);
                pthread_join(a, 0);
                pthread_join(b, 0);
                assert(counted == 4);
                return 0;
            }
            """);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private static void needs(String... programs) {
        for (String program : programs) {
            assumeTrue(
                    Files.isExecutable(Path.of("/usr/bin", program)),
                    program + " is not installed in /usr/bin: skipped");
        }
    }

    private void isFound(String database, String target) {
        Shell checked = moirai("check", "-p", at(database), "--target", target);
        assertThat(checked.lastLine()).as(checked.err()).startsWith("VERDICT: VIOLATED assertion at ");
        assertThat(checked.lastLine()).contains("main.c:11");
    }

    /** Compilers by their path, an archive, and a build folder beside the sources. */
    @ParameterizedTest
    @ValueSource(strings = {"", "CC=/usr/bin/gcc"})
    void compilersAreSeenByWhateverPath(String argument) throws IOException {
        needs("make", "gcc", "ar");
        sources();
        Files.createDirectories(folder.resolve("build"));
        write("build/Makefile", """
            CC = /usr/bin/cc
            app: main.o libcount.a
            \t$(CC) -o $@ main.o -L. -lcount -pthread
            libcount.a: count.o
            \t/usr/bin/ar rcs $@ count.o
            %.o: ../src/%.c
            \t$(CC) -DSTEP=2 -I../src -c -o $@ $<
            """);
        String[] build = argument.isEmpty()
                ? new String[] {"make", "-s", "-C", at("build")}
                : new String[] {"make", "-s", "-C", at("build"), argument};
        captured(build, "\"files\": 2");
        isFound("db/compile_commands.json", "app");
    }

    private Shell captured(String[] build, String... expected) throws IOException {
        Files.createDirectories(folder.resolve("db"));
        var words = new ArrayList<String>();
        words.addAll(List.of("capture", "--json", "-o", at("db/compile_commands.json"), "--"));
        words.addAll(List.of(build));
        Shell captured = moirai(words.toArray(String[]::new));
        assertThat(captured.exitCode()).as(captured.out() + captured.err()).isZero();
        assertThat(captured.out()).contains(expected);
        return captured;
    }

    /** CMake calls compilers by their path; its own database does without capture. */
    @ParameterizedTest
    @ValueSource(strings = {"Unix Makefiles", "Ninja"})
    void cmakeProjects(String generator) throws Exception {
        needs("cmake", "make", "ninja", "gcc");
        sources();
        write("CMakeLists.txt", """
            cmake_minimum_required(VERSION 3.10)
            project(counting C)
            set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
            find_package(Threads REQUIRED)
            add_library(count STATIC src/count.c)
            target_compile_definitions(count PRIVATE STEP=2)
            add_executable(app src/main.c)
            target_link_libraries(app count Threads::Threads m)
            """);
        command("cmake", "-S", folder.toString(), "-B", at("build"), "-G", generator);
        isFound("build/compile_commands.json", "app");
        captured(new String[] {"cmake", "--build", at("build")}, "\"files\": 2", "libcount.a");
        isFound("db/compile_commands.json", "app");
    }

    @Test
    void whatIsMissedIsSaid() throws Exception {
        needs("gcc", "make");
        sources();
        command("gcc", "-DSTEP=2", "-c", "-o", at("count.o"), at("src/count.c"));
        write("extra.S", "");
        write("Makefile", """
            app: src/main.c count.o extra.S
            \tgcc -c -o extra.o extra.S
            \tgcc -Isrc -o app src/main.c count.o extra.o -pthread
            """);
        captured(
                new String[] {"make", "-s", "-C", folder.toString()},
                "\"count.o (not compiled in this build)\"",
                "\"extra.S (not C)\"");
    }

    @Test
    void replayRefusesWhatTheWitnessSays() throws IOException {
        sources();
        Shell checked = moirai("check", at("src/main.c"), at("src/count.c"), "-DSTEP=2", "--witness", at("w.json"));
        assertThat(checked.exitCode()).isEqualTo(1);
        assertThat(moirai("replay", at("w.json")).exitCode()).isEqualTo(1);
        moirai("replay", at("w.json"), "-p", at("db")).refusedWith("leave -p out");
        moirai("replay", at("w.json"), "-DSTEP=1").refusedWith("leave -DSTEP=1 out");
        moirai("replay", at("w.json"), "--32").refusedWith("leave --32 out");
        moirai("replay", at("w.json"), "--", "x").refusedWith("leave -- out");
    }

    private static void command(String... words) throws IOException, InterruptedException {
        var process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
