package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user hands over to the program: files and standard input. */
class SurroundingsTest {
    private static final String SUMS = """
        #include <assert.h>
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        static FILE *in;
        static int total;
        static void *add(void *unused)
        {
            char line[32];
            while (fgets(line, sizeof line, in)) total += atoi(line);
            return unused;
        }
        int main(void)
        {
            pthread_t one, other;
            char name[20];
            in = fopen("numbers", "r");
            if (!in) { perror("numbers"); return 1; }
            if (scanf("%19s", name) == 1) printf("for %s\\n", name);
            pthread_create(&one, 0, add, 0);
            pthread_create(&other, 0, add, 0);
            pthread_join(one, 0);
            pthread_join(other, 0);
            printf("%d\\n", total);
            assert(total == 6);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void filesThatAreHandedOverAreReadAndOthersDoNotExist() throws IOException {
        String program = file("sums.c", SUMS);
        String numbers = "numbers=" + file("n.txt", "1\n2\n3\n");
        String input = file("input.txt", "nobody\n");
        assertThat(moirai("run", program, "--file", numbers, "--stdin", input).out())
                .contains("for nobody\n6\n");
        assertThat(moirai("run", program).out()).contains("numbers: No such file or directory\n");
        assertThat(moirai("run", program, "--file", "numbers=" + folder.resolve("none"))
                        .err())
                .contains("none")
                .contains("cannot be read");
    }

    @Test
    void aFolderIsHandedOverWithAllThatIsInIt() throws IOException {
        Files.createDirectories(folder.resolve("data/deep"));
        Files.writeString(folder.resolve("data/a"), "first");
        Files.writeString(folder.resolve("data/deep/b"), "second");
        String program = file("walk.c", """
            #include <ftw.h>
            #include <stdio.h>
            static int visit(const char *path, const struct stat *about, int kind) {
                printf("%s %d %d\\n", path, kind, kind == FTW_F ? (int) about->st_size : 0);
                return 0;
            }
            int main(void) { return ftw("here", visit, 4); }
            """);
        String out = moirai("run", program, "--file", "here=" + folder.resolve("data"))
                .out();
        assertThat(out.lines().filter(line -> line.startsWith("here")).toList())
                .containsExactlyInAnyOrder("here 1 0", "here/a 0 5", "here/deep 1 0", "here/deep/b 0 6");
    }

    @Test
    void aWitnessKeepsWhatWasHandedOver() throws IOException {
        String program = file("sums.c", SUMS);
        String numbers = "numbers=" + file("n.txt", "1\n2\n3\n");
        String witness = folder.resolve("w.json").toString();
        var found = moirai("check", program, "--file", numbers, "--stdin", file("empty", ""), "--witness", witness);
        assertThat(found.out()).contains("VIOLATED assertion at " + program);
        assertThat(moirai("replay", witness).out()).contains("fails as the witness claims");
    }

    @Test
    void randomNumbersAndTimeAreFreeOrChosen() throws IOException {
        String program = file("chance.c", """
            #include <assert.h>
            #include <stdlib.h>
            #include <time.h>
            int main(void)
            {
                struct timespec now;
                clock_gettime(CLOCK_REALTIME, &now);
                assert(rand() == 71876166);
                assert(time(0) == 1000000000 && now.tv_sec == time(0));
                return 0;
            }
            """);
        assertThat(moirai("check", program).out()).contains("VIOLATED assertion at " + program + ":8");
        assertThat(moirai("check", program, "--rand", "42").out()).contains("VIOLATED assertion at " + program + ":9");
        assertThat(moirai("check", program, "--rand", "42", "--clock", "still").out())
                .contains("VERDICT: HOLDS\n");
        assertThat(moirai("check", program, "--rand", "x").err()).contains("a seed is a number");
    }

    @Test
    void clocksDoNotGoBack() throws IOException {
        String program = file("clock.c", """
            #include <assert.h>
            #include <time.h>
            int main(void)
            {
                struct timespec one, other;
                clock_gettime(CLOCK_MONOTONIC, &one);
                clock_gettime(CLOCK_MONOTONIC, &other);
                assert(other.tv_sec >= one.tv_sec);
                assert(other.tv_sec == one.tv_sec);
                return 0;
            }
            """);
        assertThat(moirai("check", program).out()).contains("VIOLATED assertion at " + program + ":9");
    }

    @Test
    void howManySignalsMayComeIsPartOfTheVerdict() throws IOException {
        String program = file("signal.c", """
            #include <assert.h>
            #include <signal.h>
            static volatile int caught;
            static void handler(int number) { caught++; assert(caught <= 1); }
            static int unused(void) { return 0; }
            int main(void) { signal(SIGINT, handler); return 0; }
            """);
        assertThat(moirai("check", program, "--signals", "1").out())
                .contains("covers: 2 of 3 functions (not reached: unused), 0 loops")
                .contains("VERDICT: HOLDS WITHIN signals=1\n");
        assertThat(moirai("check", program, "--signals", "1", "--json").out())
                .contains("\"bounds\": \"signals=1\"")
                .contains("\"unreached\": [\"unused\"]");
        assertThat(moirai("check", program, "--signals", "2").out())
                .contains("VIOLATED assertion at " + program + ":4");
    }

    @Test
    void stubsTakeThePlaceOfAnything() throws IOException {
        String program = file("uses.c", """
            #include <assert.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            int elsewhere(int x);
            int own(void) { return 1; }
            int main(void)
            {
                assert(strlen("abc") == 42);
                assert(fork() == 7);
                assert(elsewhere(1) == 2);
                assert(own() == 3);
                assert(rand() == 4);
                return 0;
            }
            """);
        String stubs = file("stubs.c", """
            typedef unsigned long size_t;
            size_t strlen(const char *text) { return 42; }
            int fork(void) { return 7; }
            int elsewhere(int x) { return x + 1; }
            int own(void) { return 3; }
            int rand(void) { return 4; }
            """);
        assertThat(moirai("check", program).err()).contains("fork: a second process is not supported");
        String witness = folder.resolve("w.json").toString();
        assertThat(moirai("check", program, "--stub", stubs).out()).contains("VERDICT: HOLDS\n");
        String wrong = file("wrong.c", "int elsewhere(int x) { return 0; } int fork(void) { return 7; }");
        assertThat(moirai("check", program, "--stub", wrong, "--witness", witness)
                        .out())
                .contains("VIOLATED assertion at " + program + ":9");
        assertThat(moirai("replay", witness).out()).contains("fails as the witness claims");
        assertThat(moirai("check", program, "--stub", stubs, "--stub", wrong).err())
                .contains("elsewhere");
    }
}
