package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Boogie files on the command line. */
class BoogieCommandTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "boogie");

    record Row(String command, String file, String arguments, String verdict) {
        static Row of(String line) {
            String[] cells = line.split(",", 4);
            return new Row(cells[0], cells[1], cells[2], cells[3]);
        }
    }

    static List<Row> rows() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("verdicts.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    /** Each example has the verdicts that {@code examples/boogie/verdicts.csv} lists. */
    @ParameterizedTest
    @MethodSource("rows")
    void example(Row row) {
        var words =
                new ArrayList<>(List.of(row.command, EXAMPLES.resolve(row.file).toString(), "--quiet"));
        for (String word : row.arguments.split(" ")) if (!word.isEmpty()) words.add(word);
        var result = moirai(words.toArray(String[]::new));
        boolean violated = row.verdict.startsWith("VIOLATED");
        if (violated) assertThat(result.lastLine()).startsWith("VERDICT: " + row.verdict + " at ");
        else assertThat(result.lastLine()).isEqualTo("VERDICT: " + row.verdict);
        assertThat(result.exitCode()).isEqualTo(violated ? 1 : 0);
    }

    @Test
    void everyExampleStandsInTheTable() throws IOException {
        Set<String> listed = rows().stream().map(Row::file).collect(Collectors.toSet());
        listed.add("verdicts.csv");
        try (var files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString())).isSubsetOf(listed);
        }
    }

    @Test
    void witnessIsReplayed(@TempDir Path folder) {
        String file = EXAMPLES.resolve("counter.bpl").toString();
        String witness = folder.resolve("w.json").toString();
        moirai("check", file, "--engine", "explicit", "--witness", witness);
        var replayed = moirai("run", file, "--schedule", witness);
        assertThat(replayed.lastLine()).startsWith("VERDICT: VIOLATED assertion at ");
        assertThat(replayed.exitCode()).isEqualTo(1);
    }

    /** Maps and values of datatypes, in JSON and in a file. */
    @Test
    void chosenValuesAreWrittenDown(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            datatype List { Nil(), Cons(head: int, tail: List) }
            var m: [int]List;
            procedure main() {
              assume m[1] is Cons && m[1]->tail is Cons && m[2] == Nil();
              assert m[1]->head < 99999999999999999999;
            }
            """);
        String witness = folder.resolve("w.json").toString();
        var found = moirai("check", file.toString(), "--engine", "lazy", "--json", "--witness", witness);
        assertThat(found.exitCode()).isEqualTo(1);
        var replayed = moirai("run", file.toString(), "--schedule", witness, "--quiet");
        assertThat(replayed.lastLine()).startsWith("VERDICT: VIOLATED assertion at ");
    }

    @Test
    void entryIsNamed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            procedure good() { assert true; }
            procedure bad() { assert false; }
            """);
        assertThat(moirai("check", file.toString(), "--entry", "good", "--engine", "explicit")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("check", file.toString(), "--entry", "bad", "--engine", "explicit")
                        .exitCode())
                .isEqualTo(1);
        var unknown = moirai("check", file.toString(), "--entry", "goood");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no procedure goood").contains("did you mean good?");
    }

    /** A program, the bounds, and whether some run within them fails. */
    record Emitted(String example, String bounds, boolean fails) {}

    static List<Emitted> sequentialPrograms() {
        return List.of(
                new Emitted("boogie/counter.bpl", "--unwind 1 --rounds 2", true),
                new Emitted("boogie/counter.bpl", "--unwind 1 --rounds 1", false),
                new Emitted("boogie/bank.bpl", "--unwind 1 --rounds 2", false),
                new Emitted("boogie/swap.bpl", "--unwind 1 --rounds 2", false),
                new Emitted("boogie/fig1b.bpl", "--unwind 2 --rounds 2", false),
                new Emitted("boogie/philosophers.bpl", "--unwind 2 --rounds 2", false),
                new Emitted("check/counter-race.c", "--unwind 1 --rounds 2", true));
    }

    /** The sequential program, read again, has the verdict of the threads. */
    @ParameterizedTest
    @MethodSource("sequentialPrograms")
    void sequentialProgramHasTheSameVerdict(Emitted emitted, @TempDir Path folder) {
        String file = EXAMPLES.resolveSibling(emitted.example).toString();
        String out = folder.resolve("sequential.bpl").toString();
        var direct = moirai(words("check", file, emitted.bounds, "--engine lazy --property assertion --quiet"));
        var written = moirai(words("sequentialize", file, emitted.bounds, "--for boogie -o", out));
        assertThat(written.exitCode()).as(written.err()).isZero();
        var read = moirai("check", out, "--engine", "lazy", "--quiet");
        assertThat(read.exitCode()).as(read.lastLine()).isEqualTo(emitted.fails ? 1 : 0);
        assertThat(direct.exitCode()).as(direct.lastLine()).isEqualTo(read.exitCode());
    }

    static List<Emitted> lassoPrograms() {
        return List.of(
                new Emitted("boogie/fig1a.bpl", "--stem 1 --lasso 1", false),
                new Emitted("boogie/fig1a.bpl", "--stem 2 --lasso 1", true),
                new Emitted("boogie/fig1a-no-reset.bpl", "--stem 2 --lasso 1", false),
                new Emitted("boogie/fig1b.bpl", "--stem 1 --lasso 2", true),
                new Emitted("boogie/fig1c.bpl", "--stem 1 --lasso 1", true),
                new Emitted("boogie/philosophers.bpl", "--stem 1 --lasso 1", true),
                new Emitted("boogie/timeout.bpl", "--stem 1 --lasso 2 --unwind 2", false),
                new Emitted("boogie/timeout-skipped.bpl", "--stem 1 --lasso 2 --unwind 2", true),
                new Emitted("livelock/fig1b.c", "--stem 1 --lasso 1", true));
    }

    /** The sequential program's assertion fails just if there is a lasso. */
    @ParameterizedTest
    @MethodSource("lassoPrograms")
    void lassoProgramHasTheSameVerdict(Emitted emitted, @TempDir Path folder) {
        String file = EXAMPLES.resolveSibling(emitted.example).toString();
        String out = folder.resolve("lasso.bpl").toString();
        var direct = moirai(words("livelock", file, emitted.bounds, "--engine lasso --quiet"));
        var written = moirai(words("livelock", file, emitted.bounds, "--emit-sequential", out));
        assertThat(written.exitCode()).as(written.err()).isZero();
        var read = moirai("check", out, "--engine", "lazy", "--quiet");
        assertThat(read.exitCode()).as(read.lastLine()).isEqualTo(emitted.fails ? 1 : 0);
        assertThat(direct.exitCode()).as(direct.lastLine()).isEqualTo(read.exitCode());
    }

    private static String[] words(String... parts) {
        return String.join(" ", parts).split(" ");
    }

    @Test
    void namesLikeOursAreTheProgramsOwn(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("names.bpl"), """
            var moirai_active, moirai_done: bool;
            procedure t() modifies moirai_done; { moirai_done := true; }
            procedure main() modifies moirai_active, moirai_done;
            {
              moirai_active := true;
              moirai_done := false;
              async call t();
              assert moirai_active && !moirai_done;
            }
            """);
        for (String engine : List.of("explicit", "lazy", "order")) {
            var result = moirai("check", file.toString(), "--engine", engine, "--quiet");
            assertThat(result.lastLine()).startsWith("VERDICT: VIOLATED assertion");
        }
    }

    @Test
    void predictionsRefuseIntegersByName() {
        var result = moirai("predict", EXAMPLES.resolve("counter.bpl").toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("counter.bpl:6:").contains("values of type int");
    }

    /** Waits of atomic sections, and timers, which run out at last if they are asked for ever. */
    @Test
    void terminationKnowsWaitsAndTimers() {
        var waits = moirai("terminates", EXAMPLES.resolve("fig1c.bpl").toString(), "--quiet");
        assertThat(waits.lastLine()).startsWith("VERDICT: NON-TERMINATING thread");
        var timer = moirai("terminates", EXAMPLES.resolve("timeout.bpl").toString(), "--quiet");
        assertThat(timer.lastLine()).endsWith("(unfair)");
        var skipped =
                moirai("terminates", EXAMPLES.resolve("timeout-skipped.bpl").toString(), "--quiet");
        assertThat(skipped.lastLine()).endsWith("(fair)");
    }

    /** A program, and whether some run of it fails. */
    record Small(String text, boolean fails) {}

    private static final String LIST = """
        datatype List { Nil(), Cons(head: int, tail: List) }
        var l: List;
        procedure main() modifies l; {
          var i: int; var sum: int; var rest: List;
          l := Nil();
          async call push(1);
          call i := corral_getChildThreadID();
          call push(2);
          join i;
          sum := 0;
          rest := l;
          while (rest is Cons) { sum := sum + rest->head; rest := rest->tail; }
          assert sum == 3;
        }
        """;

    static List<Small> smallPrograms() {
        return List.of(
                // By zero, a quotient is any number, but the same one for the same dividend.
                new Small("procedure main() { var x: int; x := 0; assert 7 div x == 0; }", true),
                new Small("procedure main() { var x: int; x := 0; assert 7 div x == 7 div x; }", false),
                new Small("procedure main() { var x: int; x := 2; assert -7 div x == -4 && -7 mod x == 1; }", false),
                new Small("procedure main() { var r: real; r := 0.0; assert 1.5 / r == 0.0; }", true),
                new Small("""
                    procedure pick<T>(a: T, b: T) returns (c: T) { if (*) { c := a; } else { c := b; } }
                    procedure main() {
                      var n: int; var t: bool;
                      call n := pick(1, 2);
                      call t := pick(true, n == 1);
                      assert t || n != 1;
                    }
                    """, false),
                // Quantifiers without bounds: on free maps, on known ones, and beside another thread.
                new Small("""
                    var m: [int]int; var n: int;
                    procedure main() modifies n; { assume (forall i: int :: m[i] >= 0); havoc n; assert m[n] >= 0; }
                    """, false),
                new Small("""
                    var m: [int]int;
                    procedure main() { assume (forall i: int :: i > 2 ==> m[i] >= 4); assert m[3] == 4; }
                    """, true),
                new Small("""
                    type T; var t: [T]bool; var a: [int]int;
                    procedure main() modifies t, a; {
                      a := (lambda i: int :: 0);
                      a[3] := 5; a[4] := 6; a[-2] := -1;
                      t := (lambda x: T :: false);
                      if (!(exists i: int :: a[i] == 6) || (exists i: int :: a[i] == 7)) { assert false; }
                      if (!(forall i, j: int :: i < j && -2 <= i && j <= 4 ==> a[i] <= a[j])) { assert false; }
                      if ((forall i, j: int :: i < j ==> a[i] <= a[j]) || (exists x: T :: t[x])) { assert false; }
                    }
                    """, false),
                new Small("""
                    var a: [int]int;
                    procedure w() modifies a; { a[1] := -1; a[1] := 2; }
                    procedure main() modifies a; {
                      var fine: bool;
                      a := (lambda i: int :: 0);
                      async call w();
                      fine := (forall i: int :: i > 5 || a[i] >= 0);
                      assert fine;
                    }
                    """, true),
                // Datatypes: lists, trees, parameters, maps as fields; a field that is not there is anything.
                new Small(LIST + "procedure push(n: int) modifies l; { atomic { l := Cons(n, l); } }", false),
                new Small(LIST + "procedure push(n: int) modifies l; { l := Cons(n, l); }", true),
                new Small("""
                    datatype List<T> { Nil(), Cons(head: T, tail: List T) }
                    procedure main() {
                      var l: List int; var m: List bool;
                      assert l != Cons(1, l) && (l is Cons ==> l == Cons(l->head, l->tail));
                      assume m is Cons && m->tail is Cons;
                      assert m->tail->tail is Cons || m->head;
                    }
                    """, true),
                new Small("""
                    datatype Side { Left(a: int, at: int), Right(at: int), None() }
                    datatype Box { Box(cells: [int]Side, colour: Colour) }
                    datatype Colour { red(), green(), blue() }
                    var b: Box;
                    procedure main() modifies b; {
                      var c: Colour;
                      assert c is red || c is green || c is blue;
                      assert b->colour == red() || b->colour == green() || b->colour == blue();
                      b->cells[2] := Right(5);
                      assert b->cells[2]->at == 5;
                      b->cells[2]->at := 6;
                      assert b->cells[2] == Right(6) && Left(1, 2)->(at := 3) == Left(1, 3);
                      assert None()->at == None()->at;
                    }
                    """, false),
                new Small("datatype D { A(x: int), B(y: bool) } procedure main() { assert B(true)->x == 0; }", true),
                // An axiom about one instance of a function says nothing of the others.
                new Small("""
                    function f<a>(x: a): bool; axiom (forall x: int :: f(x));
                    procedure main() { assert f(3); assert f(true); }
                    """, true),
                new Small("procedure main() { assert (var x, y := 2, 3; (var z := x * y; z + x)) == 8; }", false),
                // More than 64 bits.
                new Small("""
                    function {:bvbuiltin "bvadd"} add(a: bv128, b: bv128): bv128;
                    function {:bvbuiltin "bvsdiv"} sdiv(a: bv128, b: bv128): bv128;
                    function {:bvbuiltin "bvxor"} xor(a: bv128, b: bv128): bv128;
                    function {:bvbuiltin "bvashr"} ashr(a: bv128, b: bv128): bv128;
                    function {:bvbuiltin "(_ sign_extend 64)"} wide(a: bv64): bv128;
                    procedure main() {
                      var x: bv128;
                      x := add(340282366920938463463374607431768211455bv128, 6bv128);
                      assert x == 5bv128;
                      x := wide(18446744073709551609bv64);
                      assert sdiv(x, 2bv128) == wide(18446744073709551613bv64) && xor(x, x) == 0bv128;
                      assert x[128:64] ++ x[64:0] == x && x[70:60] == 1023bv10 && ashr(x, 90bv128) == wide(18446744073709551615bv64);
                    }
                    """, false),
                new Small("""
                    function {:bvbuiltin "bvult"} less(a: bv96, b: bv96): bool;
                    procedure main() { var x: bv96; assert less(x, 79228162514264337593543950335bv96); }
                    """, true),
                // A node that is dropped is not met again, and a new one is none of those that are still held.
                new Small("""
                    type node;
                    var next: [node]node; var value: [node]int; var top: node; var done: bool;
                    procedure {:new} make() returns (n: node);
                    procedure push(v: int) modifies next, value, top; {
                      var n: node;
                      call n := make();
                      value[n] := v;
                      atomic { next[n] := top; top := n; }
                    }
                    procedure other() modifies next, value, top, done; { call push(2); done := true; }
                    procedure main() modifies next, value, top, done; {
                      var n, m: node;
                      done := false;
                      async call other();
                      call push(1);
                      atomic { assume done; }
                      n := top;
                      m := next[n];
                      top := m;
                      assert n != m && value[n] + value[m] == 3;
                      call n := make();
                      assert value[n] == 0 && n != m && value[m] != 2;
                    }
                    """, true));
    }

    @ParameterizedTest
    @MethodSource("smallPrograms")
    void enginesAgree(Small program, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), program.text);
        for (String engine : List.of("explicit", "lazy", "order")) {
            var result = moirai("check", file.toString(), "--engine", engine, "--quiet");
            boolean mayGiveUp = engine.equals("explicit") && result.lastLine().contains("too large to enumerate");
            if (!mayGiveUp)
                assertThat(result.exitCode())
                        .as(engine + ": " + result.lastLine())
                        .isEqualTo(program.fails ? 1 : 0);
        }
    }

    /** The program makes and drops nodes for ever; without names, it is in few states. */
    @Test
    void droppedNodesDoNotCount(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            type node;
            var value: [node]bool; var current: node;
            procedure {:new} make() returns (n: node);
            procedure main() modifies value, current; {
              var n: node;
              while (true) {
                call n := make();
                assert !value[n];
                value[n] := true;
                current := n;
              }
            }
            """);
        var result = moirai("check", file.toString(), "--engine", "explicit", "--quiet");
        assertThat(result.lastLine()).isEqualTo("VERDICT: HOLDS");
    }

    /** A node takes the place of another in every turn; the other thread waits before its very first instruction. */
    @Test
    void nodesMayTakeEachOthersPlaceInALasso(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            type node;
            const unique nil: node;
            var top: node; var next: [node]node; var mark: [node]bool; var go: bool;
            procedure {:new} make() returns (n: node);
            procedure spin() modifies top, next, mark; {
              var n: node;
              while (go) { call n := make(); mark[n] := true; next[n] := nil; top := n; }
            }
            procedure stop() modifies go; { atomic { assume !mark[top]; go := false; } }
            procedure main() modifies top, next, mark, go; {
              var n: node;
              go := true;
              call n := make();
              mark[n] := true;
              top := n;
              async call spin();
              async call stop();
            }
            """);
        String[] asked = words("livelock", file.toString(), "--stem 1 --lasso 1 --unwind 2 --engine lasso --quiet");
        assertThat(moirai(asked).lastLine()).startsWith("VERDICT: VIOLATED livelock (fair non-termination)");
        String out = folder.resolve("lasso.bpl").toString();
        moirai(words("livelock", file.toString(), "--stem 1 --lasso 1 --unwind 2 --emit-sequential", out));
        assertThat(moirai("check", out, "--engine", "lazy", "--quiet").exitCode())
                .isEqualTo(1);
    }

    private static final int MUTATIONS = Integer.getInteger("moirai.campaign.seeds", 60);

    /** Whatever stands in a file, the answer is a message or a verdict. */
    @Test
    void mutatedFilesAreToldInWords(@TempDir Path folder) throws IOException {
        long seed = Long.getLong("moirai.campaign.first", 20);
        var texts = new ArrayList<String>();
        for (Row row : rows()) texts.add(Files.readString(EXAMPLES.resolve(row.file)));
        smallPrograms().forEach(program -> texts.add(program.text));
        Path file = folder.resolve("m.bpl");
        for (int i = 0; i < MUTATIONS; i++) {
            var random = new Random(seed + i);
            String text = BoogieMutation.of(texts.get(random.nextInt(texts.size())), random);
            Files.writeString(file, text);
            var words = new ArrayList<>(List.of(random.nextInt(3) == 0 ? "check" : "run", file.toString(), "--quiet"));
            words.addAll(List.of("--time", "2s"));
            if (words.getFirst().equals("run")) words.addAll(List.of("--seed", "1"));
            var result = moirai(words.toArray(String[]::new));
            assertThat(result.out() + result.err())
                    .as("mutation " + (seed + i) + " of\n" + text)
                    .doesNotContain("internal error")
                    .doesNotContain("\tat ");
            assertThat(result.exitCode()).as("mutation " + (seed + i)).isBetween(0, 3);
            if (result.exitCode() == 2) assertThat(result.err()).contains("error: ");
        }
    }
}
