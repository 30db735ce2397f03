package dev.moirai.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bit-vectors, and types whose values are numbers inside: by the words of every engine. */
class BoogieNumbersTest {
    private static final String COLOUR = "datatype Colour { red(), green(), blue() }\n";
    private static final String LESS = "function {:bvbuiltin \"bvult\"} less(a: bv72, b: bv72): bool;\n";

    static List<SmallBoogie> programs() {
        return List.of(
                // A cell holds a value of its type, also where nobody has looked: there is only one map of these.
                new SmallBoogie("""
                    datatype One { it() }
                    var a, b: [int]One; var c, d: [int][bool]One;
                    procedure main() { var i: int; assert a == b; assert c[i] == d[i]; assert c == d; }
                    """, false),
                new SmallBoogie(COLOUR + """
                    var a, b: [int]Colour;
                    procedure main() {
                      assume a != b;
                      assume (forall j: int :: (a[j] == red() ==> b[j] == red()) && (a[j] == green() ==> b[j] == green())
                        && (a[j] == blue() ==> b[j] == blue()));
                      assert false;
                    }
                    """, false),
                new SmallBoogie("""
                    var a, b: [int]bv72;
                    procedure main() { assume (forall i: int :: a[i] == b[i]); assert a == b; }
                    """, false),
                new SmallBoogie(COLOUR + """
                    var a, b: [int]Colour;
                    procedure w() modifies a; { a[1] := green(); }
                    procedure main() modifies a, b; { a := (lambda i: int :: red()); b := a; async call w(); assert a == b; }
                    """, true),
                // With and without (_ ).
                new SmallBoogie("""
                    function {:bvbuiltin "sign_extend 8"} se(a: bv8): bv16;
                    function {:bvbuiltin "(_ sign_extend 8)"} se2(a: bv8): bv16;
                    function {:bvbuiltin "zero_extend 8"} ze(a: bv8): bv16;
                    function {:bvbuiltin "extract 5 2"} ex(a: bv8): bv4;
                    function {:bvbuiltin "rotate_left 3"} rl(a: bv8): bv8;
                    function {:bvbuiltin "(_ rotate_left 11)"} rl2(a: bv8): bv8;
                    function {:bvbuiltin "rotate_right 3"} rr(a: bv8): bv8;
                    function {:bvbuiltin "repeat 3"} rep(a: bv4): bv12;
                    function {:bvbuiltin "int2bv"} low(a: int): bv8;
                    function {:bvbuiltin "(_ int2bv 8)"} low2(a: int): bv8;
                    procedure main() {
                      var x: bv8; var y: bv4;
                      assert se(x) == se2(x) && se(255bv8) == 65535bv16 && se(127bv8) == 127bv16 && ze(255bv8) == 255bv16;
                      assert ex(52bv8) == 13bv4 && rl(129bv8) == 12bv8 && rr(12bv8) == 129bv8;
                      assert rl(x) == x[5:0] ++ x[8:5] && rl2(x) == rl(x) && rr(rl(x)) == x;
                      assert rep(10bv4) == 2730bv12 && rep(y) == y ++ y ++ y;
                      assert low(257) == 1bv8 && low2(-1) == 255bv8;
                    }
                    """, false),
                new SmallBoogie("""
                    function {:bvbuiltin "sign_extend 8"} se(a: bv8): bv16;
                    procedure main() { var x: bv8; assert se(x)[16:8] == 0bv8; }
                    """, true),
                new SmallBoogie("""
                    function {:bvbuiltin "sign_extend 68"} se(a: bv4): bv72;
                    function {:bvbuiltin "repeat 3"} rep(a: bv40): bv120;
                    function {:bvbuiltin "rotate_left 40"} rl(a: bv72): bv72;
                    function {:bvbuiltin "rotate_right 40"} rr(a: bv72): bv72;
                    function {:bvbuiltin "extract 71 36"} ex(a: bv72): bv36;
                    function {:bvbuiltin "bvcomp"} same(a: bv72, b: bv72): bv1;
                    procedure main() {
                      var x: bv72;
                      x := 4722366482869645213695bv72;
                      assert se(15bv4) == x && rl(x) == x && ex(x) == 68719476735bv36 && same(x, x) == 1bv1;
                      assert rl(1bv72) == 1099511627776bv72 && rr(1bv72) == 4294967296bv72 && rr(rl(5bv72)) == 5bv72;
                      assert rep(1bv40) == 1208925819615728686333953bv120;
                    }
                    """, false),
                // A quantifier is about the values of its type only.
                new SmallBoogie(LESS + """
                    procedure main() {
                      var b: bool;
                      b := (forall x: bv72 :: !less(x, 0bv72));
                      assert b;
                      b := (exists x: bv72 :: less(4722366482869645213694bv72, x));
                      assert b;
                      b := (exists x: bv72 :: less(4722366482869645213695bv72, x));
                      assert !b;
                      b := (forall x: bv72 :: (exists y: bv72 :: less(x, y)));
                      assert !b;
                    }
                    """, false),
                // So is a cell that a quantifier reads, and what a function gives there.
                new SmallBoogie(LESS + """
                    function f(i: int): bv72;
                    var m: [int]bv72;
                    procedure main() {
                      var b: bool;
                      b := (forall i: int :: !less(m[i], 0bv72) && !less(f(i), 0bv72));
                      assert b;
                    }
                    """, false),
                new SmallBoogie(LESS + COLOUR + """
                    datatype Box { Box(c: Colour, w: bv72), None() }
                    var m: [int]Box;
                    procedure main() {
                      var b: bool;
                      b := (forall i: int :: m[i] is None || m[i]->c == red() || m[i]->c == green() || m[i]->c == blue());
                      assert b;
                      b := (forall i: int :: m[i] is Box ==> !less(m[i]->w, 0bv72));
                      assert b;
                    }
                    """, false),
                // Maps are equal if they agree for all keys that there are.
                new SmallBoogie(COLOUR + """
                    var m: [Colour]int; var n: [Colour]int;
                    procedure main() {
                      var b: bool;
                      assume m[red()] == 1 && m[green()] == 1 && m[blue()] == 1;
                      b := (forall c: Colour :: m[c] == 1);
                      assert b;
                      assume n[red()] == 1 && n[green()] == 1 && n[blue()] == 1;
                      assert m == n;
                    }
                    """, false),
                new SmallBoogie(COLOUR + """
                    var m: [int, Colour]bool; var n: [int, Colour]bool;
                    procedure main() {
                      assume (forall i: int :: m[i, red()] == n[i, red()]);
                      assume (forall i: int :: m[i, green()] == n[i, green()]);
                      assume (forall i: int :: m[i, blue()] == n[i, blue()]);
                      assert m == n;
                    }
                    """, false),
                new SmallBoogie(COLOUR + """
                    var m: [Colour]int;
                    procedure main() modifies m; {
                      m := (lambda c: Colour :: 1);
                      m[green()] := 2;
                      assert m != (lambda c: Colour :: 1) && (forall c: Colour :: c == green() || m[c] == 1);
                      m[green()] := 1;
                      assert m == (lambda c: Colour :: 1);
                      assert m != (lambda c: Colour :: 1);
                    }
                    """, true),
                new SmallBoogie("""
                    var m: [bv72]int;
                    procedure main() modifies m; {
                      m := (lambda x: bv72 :: 0);
                      m[7bv72] := 3;
                      assert (forall x: bv72 :: x == 7bv72 || m[x] == 0);
                      m[7bv72] := 0;
                      assert m == (lambda x: bv72 :: 0);
                      assert (exists x: bv72 :: m[x] == 3);
                    }
                    """, true));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void enginesAgree(SmallBoogie program, @TempDir Path folder) throws IOException {
        program.enginesAgree(folder);
    }
}
