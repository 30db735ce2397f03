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
import org.junit.jupiter.params.provider.MethodSource;

/** What is predicted of runs with mathematical values: maps by their cells and as a whole, reals, datatypes, large integers. */
class BoogiePredictionTest {
    enum Verdict {
        FAILS,
        HOLDS
    }

    /** A program, and whether another order of the steps of its run fails. */
    record Prediction(String name, Verdict verdict, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Prediction> predictions() {
        return List.of(
                new Prediction("nested maps and maps of several arguments", Verdict.FAILS, """
                    var m: [int][int]int; var q: [int,bool]int; var done: [int]bool;
                    procedure w(me: int) modifies m, q, done; { var t: int; t := m[1][2]; m[1][2] := t + 1; q[me, true] := t; done[me] := true; }
                    procedure main() modifies m, q, done; {
                      m := (lambda i: int :: (lambda j: int :: 0)); done := (lambda i: int :: false); q := (lambda i: int, b: bool :: 7);
                      async call w(1); async call w(2);
                      assume done[1]; assume done[2];
                      assert m[1][2] == 2; assert q[1, true] + q[2, true] == 1;
                    }
                    """),
                new Prediction("reals", Verdict.FAILS, """
                    var r: real; var n: int;
                    procedure w() modifies r, n; { var t: real; t := r; r := t * 1.5 + 1.0; atomic { n := n + 1; } }
                    procedure main() modifies r, n; { r := 2.0; n := 0; async call w(); async call w(); assume n == 2; assert r == 7.0; }
                    """),
                new Prediction("reals in one step", Verdict.HOLDS, """
                    var r: real; var n: int;
                    procedure w() modifies r, n; { atomic { r := r * 1.5 + 1.0; n := n + 1; } }
                    procedure main() modifies r, n; { r := 2.0; n := 0; async call w(); async call w(); assume n == 2; assert r == 7.0; }
                    """),
                new Prediction("datatypes", Verdict.FAILS, """
                    datatype Msg { None(), Num(v: int), Pair(a: int, b: bool) }
                    var s: Msg; var d: int;
                    procedure put(k: int) modifies s, d; { s := Num(k); atomic { d := d + 1; } }
                    procedure main() modifies s, d; { var t: Msg; s := None(); d := 0; async call put(1); async call put(2); assume d == 2; t := s; assert t is Num; assert t->v == 2; }
                    """),
                new Prediction("a map is copied while it is written", Verdict.FAILS, """
                    var m: [int]int; var c: [int]int; var d: int;
                    procedure w() modifies m, d; { m[1] := 1; m[2] := 1; atomic { d := d + 1; } }
                    procedure r() modifies c, d; { c := m; atomic { d := d + 1; } }
                    procedure main() modifies m, c, d; { m := (lambda i: int :: 0); d := 0; async call w(); async call r(); assume d == 2; assert c[1] == c[2]; }
                    """),
                new Prediction("cells that are written in one step", Verdict.HOLDS, """
                    var m: [int]int; var c: [int]int; var d: int;
                    procedure w() modifies m, d; { atomic { m[1] := 1; m[2] := 1; d := d + 1; } }
                    procedure r() modifies c, d; { c := m; atomic { d := d + 1; } }
                    procedure main() modifies m, c, d; { m := (lambda i: int :: 0); d := 0; async call w(); async call r(); assume d == 2; assert c[1] == c[2]; }
                    """),
                new Prediction("integers beyond sixty four bits", Verdict.FAILS, """
                    var x: int; var n: int;
                    procedure w() modifies x, n; { var t: int; t := x; x := t * t; atomic { n := n + 1; } }
                    procedure main() modifies x, n; { x := 4294967296; n := 0; async call w(); async call w(); async call w(); assume n == 3; assert x == 4294967296 * 4294967296 * 4294967296 * 4294967296 * 4294967296 * 4294967296 * 4294967296 * 4294967296; }
                    """),
                new Prediction("free maps", Verdict.FAILS, """
                    var m: [int]int; var n: int;
                    procedure w() modifies m, n; { var t: int; t := m[0]; m[0] := t + 1; atomic { n := n + 1; } }
                    procedure main() modifies m, n; { var s: int; n := 0; s := m[0]; async call w(); async call w(); assume n == 2; assert m[0] == s + 2; }
                    """),
                new Prediction("whole maps are compared", Verdict.FAILS, """
                    var m: [bv8]bool; var g: [bv8]bool; var n: int;
                    procedure w(i: bv8) modifies m, n; { var t: [bv8]bool; t := m; m := t[i := true]; atomic { n := n + 1; } }
                    procedure main() modifies m, g, n; { n := 0; m := (lambda i: bv8 :: false); g := (lambda i: bv8 :: false); g := g[1bv8 := true][2bv8 := true]; async call w(1bv8); async call w(2bv8); assume n == 2; assert m == g; }
                    """),
                new Prediction("datatypes as keys", Verdict.FAILS, """
                    datatype K { A(), B(x: int) }
                    var m: [K]int; var n: int;
                    procedure w(k: K) modifies m, n; { var t: int; t := m[k]; m[k] := t + 1; atomic { n := n + 1; } }
                    procedure main() modifies m, n; { n := 0; m := (lambda k: K :: 0); async call w(B(1)); async call w(B(1)); async call w(A()); assume n == 3; assert m[A()] == 1; assert m[B(1)] == 2; }
                    """),
                new Prediction("a row is written", Verdict.FAILS, """
                    var m: [int][int]int; var n: int;
                    procedure w() modifies m, n; { m[1] := (lambda j: int :: 5); atomic { n := n + 1; } }
                    procedure v() modifies m, n; { m[1][3] := 8; atomic { n := n + 1; } }
                    procedure main() modifies m, n; { n := 0; m := (lambda i: int :: (lambda j: int :: 0)); async call w(); async call v(); assume n == 2; assert m[1][3] == 8; assert m[1][4] == 5; assert m[2][3] == 0; }
                    """),
                new Prediction("maps of one thread", Verdict.HOLDS, """
                    var {:thread_local} l: [int]int; var n: int; var bad: bool;
                    procedure w(k: int) modifies l, n, bad; { l[1] := k; l[2] := k + 1; atomic { n := n + 1; } atomic { bad := bad || l[1] + 1 != l[2]; } atomic { n := n + 1; } }
                    procedure main() modifies l, n, bad; { n := 0; bad := false; async call w(1); async call w(5); assume n == 4; assert !bad; }
                    """),
                new Prediction("a key that is read", Verdict.FAILS, """
                    var m: [int]int; var x: int; var n: int;
                    procedure w() modifies m, x, n; { var i: int; i := x; m[i] := m[i] + 1; x := i; atomic { n := n + 1; } }
                    procedure main() modifies m, x, n; { n := 0; x := 3; m := (lambda i: int :: 0); async call w(); async call w(); assume n == 2; assert m[3] == 2; }
                    """),
                new Prediction("quotients", Verdict.FAILS, """
                    var r: real; var n: int;
                    procedure w(k: real) modifies r, n; { var t: real; t := r; r := t / k; atomic { n := n + 1; } }
                    procedure main() modifies r, n; { n := 0; r := 12.0; async call w(2.0); async call w(3.0); assume n == 2; assert int(r) == 2; }
                    """),
                new Prediction("cells through procedures", Verdict.HOLDS, """
                    var m: [int]real; var n: int;
                    procedure get(i: int) returns (r: real) { r := m[i]; }
                    procedure w() modifies m, n; { var t: real; atomic { call t := get(1); m[1] := t + 0.5; n := n + 1; } }
                    procedure main() modifies m, n; { var t: real; n := 0; m[1] := 1.0; async call w(); async call w(); assume n == 2; call t := get(1); assert t == 2.0; }
                    """));
    }

    private static void isPredicted(Verdict verdict, Shell result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(verdict == Verdict.FAILS ? 1 : 0);
        assertThat(result.lastLine())
                .startsWith(verdict == Verdict.FAILS ? "VERDICT: VIOLATED assertion" : "VERDICT: HOLDS WITHIN");
    }

    @ParameterizedTest
    @MethodSource("predictions")
    void isPredicted(Prediction row, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), row.text);
        isPredicted(row.verdict, moirai("predict", file.toString()));
    }

    /** A trace on disk says what its values are: their names mean nothing to another process. */
    @ParameterizedTest
    @MethodSource("predictions")
    void isPredictedFromAFile(Prediction row, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), row.text);
        Path trace = folder.resolve("p.trace");
        assertThat(moirai("record", file.toString(), "-o", trace.toString()).exitCode())
                .isZero();
        isPredicted(row.verdict, moirai("predict", trace.toString(), "--property", "assertion"));
    }

    /** A cell is set where its row is. */
    @Test
    void theCauseIsWhoSetTheRow(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            var m: [int][int]int;
            procedure row() modifies m; { m[1] := (lambda j: int :: 5); }
            procedure cell() modifies m; { m[1][3] := 8; }
            procedure main() modifies m; {
              var a, b: int;
              m := (lambda i: int :: (lambda j: int :: 0));
              async call row(); call a := corral_getChildThreadID();
              async call cell(); call b := corral_getChildThreadID();
              join a; join b;
              assert m[1][3] == 8;
            }
            """);
        assertThat(moirai("predict", file.toString()).out().replaceAll("\\s+", " "))
                .contains("saw m[1][3] = 5")
                .contains("set by row");
    }

    @Test
    void cellsRaceOneByOne(@TempDir Path folder) throws IOException {
        String text = """
            var m: [int]int;
            procedure w(i: int) modifies m; { m[i] := 1; }
            procedure main() modifies m; { m := (lambda i: int :: 0); async call w(1); async call w(%d); }
            """;
        Path apart = Files.writeString(folder.resolve("apart.bpl"), text.formatted(2));
        Path same = Files.writeString(folder.resolve("same.bpl"), text.formatted(1));
        assertThat(moirai("predict", apart.toString(), "--property", "data-race")
                        .lastLine())
                .startsWith("VERDICT: HOLDS WITHIN");
        assertThat(moirai("predict", same.toString(), "--property", "data-race").lastLine())
                .startsWith("VERDICT: VIOLATED data-race");
    }

    /** The second opinion must be one: Z3 decides the bits of C as our own solver does. */
    @Test
    void everySolverPredictsTheSame() {
        String file = Path.of("..", "examples", "predict", "bank.c").toString();
        assertThat(moirai("predict", file, "--solver", "z3").lastLine())
                .isEqualTo(moirai("predict", file).lastLine());
    }
}
