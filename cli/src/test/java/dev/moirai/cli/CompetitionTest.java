package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Specifications, tasks and witnesses of the Competition on Software Verification, on real command lines. */
class CompetitionTest {
    private static final String EXAMPLES = "../examples/";
    private static final String RACE = EXAMPLES + "check/counter-race.c";

    @TempDir
    Path folder;

    private String out(String name) {
        return folder.resolve(name).toString();
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private String file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return out(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "counter-race",
                "peterson-wrong-order",
                "bounded-buffer-if",
                "treiber-stack-aba",
                "refcount-use-after-free",
                "input-limit",
                "bakery-no-choosing",
                "seqlock-no-recheck"
            })
    void everyWitnessLeadsToItsViolation(String name) {
        String program = EXAMPLES + "check/" + name + ".c";
        String graphml = out("w.graphml");
        String yaml = out("w.yml");
        var found =
                moirai("check", program, "--report", "witness-graphml=" + graphml, "--report", "witness-yaml=" + yaml);
        assertThat(found.exitCode()).as(found.out()).isEqualTo(ExitCode.VIOLATION);
        var followed = moirai("replay", "--witness-graphml", graphml, program);
        assertThat(followed.lastLine()).as(followed.out() + followed.err()).isEqualTo(found.lastLine());
        var again = moirai("replay", "--witness-yaml", yaml, program);
        assertThat(again.exitCode()).as(again.out() + again.err()).isEqualTo(ExitCode.VIOLATION);
    }

    /** What variables without a value hold, and what is asked of them by a thread that did not move last. */
    @Test
    void freeValuesAreInTheWitness() throws IOException {
        String program = file("free.c", """
            #include <pthread.h>
            extern void reach_error(void);
            extern int __VERIFIER_nondet_int(void);
            int x, n;
            void *one(void *a) {
                int limit;
                int other = __VERIFIER_nondet_int();
                if (x == 1 && limit == 7 && other == n) reach_error();
                return 0;
            }
            void *two(void *a) {
                x = 1;
                x = 0;
                return 0;
            }
            int main(void) {
                pthread_t t, u;
                n = __VERIFIER_nondet_int();
                if (n < 3) return 0;
                pthread_create(&t, 0, one, 0);
                pthread_create(&u, 0, two, 0);
                pthread_join(t, 0);
                return 0;
            }
            """);
        String yaml = out("w.yml");
        var found = moirai(
                "check", program, "--engine", "order", "--property", "assertion", "--report", "witness-yaml=" + yaml);
        assertThat(found.exitCode()).isEqualTo(ExitCode.VIOLATION);
        assertThat(Files.readString(Path.of(yaml))).contains("\"limit == 7\"");
        var again = moirai("replay", "--witness-yaml", yaml, program);
        assertThat(again.exitCode()).as(again.out()).isEqualTo(ExitCode.VIOLATION);
    }

    /** Numbers of every type that a program can ask for, as C writes them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_Bool              | bool  | b == 1                     | 1",
                "char               | char  | b == 'x'                   | 120",
                "unsigned long long | ulong | b == 18446744073709551615u | 18446744073709551615ULL",
                "int                | int   | b == -2147483647           | -2147483647",
                "void *             | pointer | b != 0                   | 1",
            })
    void inputsAreInTheWitness(String type, String word, String condition, String value) throws IOException {
        String program =
                file("input.c", """
                    extern void reach_error(void);
                    extern TYPE __VERIFIER_nondet_WORD(void);
                    int main(void) {
                        TYPE b = __VERIFIER_nondet_WORD();
                        if (CONDITION) reach_error();
                        return 0;
                    }
                    """.replace("TYPE", type).replace("WORD", word).replace("CONDITION", condition));
        var found = moirai(
                "check",
                program,
                "--engine",
                "order",
                "--property",
                "assertion",
                "--report",
                "witness-graphml=" + out("w.graphml"),
                "--report",
                "witness-yaml=" + out("w.yml"));
        assertThat(found.exitCode()).as(found.out()).isEqualTo(ExitCode.VIOLATION);
        assertThat(read("w.yml")).contains("\\\\result == " + value + "\"");
        assertThat(read("w.graphml")).contains("<data key=\"assumption\">\\result == " + value + "</data>");
        for (String kind : List.of("graphml", "yaml")) {
            String witness = out(kind.equals("yaml") ? "w.yml" : "w.graphml");
            var again = moirai("replay", "--witness-" + kind, witness, program);
            assertThat(again.exitCode()).as(again.out()).isEqualTo(ExitCode.VIOLATION);
        }
    }

    @Test
    void aProofHasAWitnessToo() throws IOException {
        String program = EXAMPLES + "check/peterson.c";
        var found = moirai(
                "check",
                program,
                "--engine",
                "explicit",
                "--report",
                "witness-graphml=" + out("w.graphml"),
                "--report",
                "witness-yaml=" + out("w.yml"));
        assertThat(found.lastLine()).isEqualTo("VERDICT: HOLDS");
        assertThat(read("w.graphml"))
                .contains("<data key=\"witness-type\">correctness_witness</data>")
                .contains("LTL(G ! call(reach_error()))");
        assertThat(read("w.yml"))
                .startsWith("- entry_type: \"invariant_set\"\n  metadata:\n    format_version: \"2.0\"\n")
                .endsWith("  content: []\n");
        moirai("replay", "--witness-graphml", out("w.graphml"), program)
                .refusedWith("this is a correctness_witness: only violation witnesses can be followed");
        // What holds within bounds only is no proof.
        var within = moirai(
                "check",
                EXAMPLES + "check/bounded-buffer.c",
                "--engine",
                "order",
                "--unwind",
                "1",
                "--report",
                "witness-yaml=" + out("none.yml"));
        assertThat(within.err()).contains("none.yml is not written: there is neither a violation nor a proof");
    }

    @Test
    void raceHasAWitnessToo() throws IOException {
        String graphml = out("w.graphml");
        String yaml = out("w.yml");
        String specification = file("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
        var found = moirai(
                "check",
                RACE,
                "--spec",
                specification,
                "--report",
                "witness-graphml=" + graphml,
                "--report",
                "witness-yaml=" + yaml);
        assertThat(found.out()).contains("RESULT: false(no-data-race)\nVERDICT: VIOLATED data-race");
        assertThat(moirai("replay", "--witness-graphml", graphml, RACE).lastLine())
                .isEqualTo(found.lastLine());
        assertThat(moirai("replay", "--witness-yaml", yaml, RACE).exitCode()).isEqualTo(ExitCode.VIOLATION);
    }

    /** As other tools write them: statements instead of steps, lines without any access, a sink, names for threads. */
    @Test
    void witnessOfAnotherToolIsFollowed() throws IOException {
        String program = file("p.c", """
            #include <pthread.h>
            extern void reach_error(void);
            int x;
            void *twice(void *a) {
              int t = x;
              t = t + 1;
              x = t;
              return 0;
            }
            int main(void) {
              pthread_t a, b;
              pthread_create(&a, 0, twice, 0);
              pthread_create(&b, 0, twice, 0);
              pthread_join(a, 0);
              pthread_join(b, 0);
              if (x == 1)
                reach_error();
              return 0;
            }
            """);
        String witness = file(
                "w.graphml",
                graphml(
                        edge("main", 12, "first"),
                        edge("main", 13, "second"),
                        edge("first", 5, ""),
                        edge("first", 6, ""),
                        edge("second", 5, ""),
                        edge("second", 6, ""),
                        edge("second", 7, ""),
                        edge("first", 7, ""),
                        edge("main", 16, ""),
                        edge("main", 17, "")));
        var result = moirai("replay", "--witness-graphml", witness, program);
        assertThat(result.lastLine()).isEqualTo("VERDICT: VIOLATED assertion at " + program + ":17 (thread main)");
        String harmless = file(
                "h.graphml",
                graphml(
                        edge("main", 12, "first"),
                        edge("main", 13, "second"),
                        edge("first", 5, ""),
                        edge("first", 7, ""),
                        edge("second", 5, ""),
                        edge("second", 7, ""),
                        edge("main", 16, "")));
        assertThat(moirai("replay", "--witness-graphml", harmless, program).lastLine())
                .isEqualTo("VERDICT: UNKNOWN the witness does not lead to a violation here");
    }

    private static String edge(String thread, int line, String starts) {
        return "<data key=\"startline\">" + line + "</data><data key=\"threadId\">" + thread + "</data>"
                + (starts.isEmpty() ? "" : "<data key=\"createThread\">" + starts + "</data>");
    }

    private static String graphml(String... edges) {
        var text = new StringBuilder("<?xml version=\"1.0\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
                + "<graph edgedefault=\"directed\"><data key=\"witness-type\">violation_witness</data>"
                + "<data key=\"specification\">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>"
                + "<node id=\"sink\"><data key=\"sink\">true</data></node>"
                + "<node id=\"A0\"><data key=\"entry\">true</data></node>");
        for (int i = 1; i <= edges.length; i++) {
            text.append("<node id=\"A").append(i).append("\">");
            if (i == edges.length) text.append("<data key=\"violation\">true</data>");
            text.append("</node>");
        }
        for (int i = 0; i < edges.length; i++) {
            text.append("<edge source=\"A").append(i).append("\" target=\"sink\"/>");
            text.append("<edge source=\"A")
                    .append(i)
                    .append("\" target=\"A")
                    .append(i + 1)
                    .append("\">");
            text.append(edges[i]).append("</edge>");
        }
        return text.append("</graph></graphml>").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<graphml/>", "<graphml><graph/></graphml>", "{}", "<!DOCTYPE a><graphml/>"})
    void whatIsNoWitnessIsRefused(String text) throws IOException {
        String witness = file("w.graphml", text);
        moirai("replay", "--witness-graphml", witness, RACE).refusedWith("cannot read witness " + witness);
    }

    // ---- tasks of the competition ----------------------------------------------------------------------------------

    @Test
    void taskNamesProgramModelAndSpecification() throws IOException {
        file("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
        file(
                "p.c",
                "extern void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }");
        String task = file("p.yml", """
            format_version: '2.0'

            # old name: p_true
            input_files: 'p.c'

            properties:
              - property_file: unreach.prp
                expected_verdict: false

            options:
              language: C
              data_model: ILP32
            """);
        assertThat(moirai("check", "--task", task).out()).contains("RESULT: false(unreach-call)\n");
        assertThat(moirai("check", out("p.c"), "--spec", out("unreach.prp")).out())
                .contains("RESULT: true\n");
    }

    @Test
    void leaksThatNobodyLooksForKeepTheResultFromBeingTrue() throws IOException {
        String specification = file("memory.prp", """
            CHECK( init(main()), LTL(G valid-free) )
            CHECK( init(main()), LTL(G valid-deref) )
            CHECK( init(main()), LTL(G valid-memtrack) )
            """);
        String program = file("p.c", "int main(void) { return 0; }");
        assertThat(moirai("check", program, "--spec", specification).out()).contains("RESULT: unknown\nVERDICT: HOLDS");
        String wrong = file("q.c", "int main(void) { int *p = 0; return *p; }");
        assertThat(moirai("check", wrong, "--spec", specification).out()).contains("RESULT: false(valid-deref)\n");
    }

    @Test
    void specificationsThatCheckCannotDecideAreRefused() throws IOException {
        String ends = file("termination.prp", "CHECK( init(main()), LTL(F end) )");
        moirai("check", RACE, "--spec", ends).refusedWith("that is what moirai terminates answers");
        String strange = file("strange.prp", "CHECK( init(main()), LTL(G F x) )");
        moirai("check", RACE, "--spec", strange).refusedWith("nothing here decides G F x");
    }
}
