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

/** What programs mean, by the words of every engine. */
class BoogieEnginesTest {
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

    static List<SmallBoogie> smallPrograms() {
        return List.of(
                // By zero, a quotient is any number, but the same one for the same dividend.
                new SmallBoogie("procedure main() { var x: int; x := 0; assert 7 div x == 0; }", true),
                new SmallBoogie("procedure main() { var x: int; x := 0; assert 7 div x == 7 div x; }", false),
                new SmallBoogie(
                        "procedure main() { var x: int; x := 2; assert -7 div x == -4 && -7 mod x == 1; }", false),
                new SmallBoogie("procedure main() { var r: real; r := 0.0; assert 1.5 / r == 0.0; }", true),
                new SmallBoogie("""
                    procedure pick<T>(a: T, b: T) returns (c: T) { if (*) { c := a; } else { c := b; } }
                    procedure main() {
                      var n: int; var t: bool;
                      call n := pick(1, 2);
                      call t := pick(true, n == 1);
                      assert t || n != 1;
                    }
                    """, false),
                // Procedures whose names look like those of other threads.
                new SmallBoogie("""
                    var x: bool;
                    procedure main() modifies x; { x := true; }
                    procedure {:entrypoint} go() modifies x; { x := false; async call main(); assert !x; }
                    """, true),
                new SmallBoogie("""
                    var x: bool; var y: bool; var z: bool;
                    procedure w() modifies x; { x := true; }
                    procedure w#2() modifies y; { y := true; }
                    procedure main() modifies x, y; {
                      x := false; y := false;
                      async call w();
                      async call w();
                      if (z) { async call w#2(); }
                      assert !(x && y);
                    }
                    """, true),
                // Quantifiers without bounds: on free maps, on known ones, and beside another thread.
                new SmallBoogie("""
                    var m: [int]int; var n: int;
                    procedure main() modifies n; { assume (forall i: int :: m[i] >= 0); havoc n; assert m[n] >= 0; }
                    """, false),
                new SmallBoogie("""
                    var m: [int]int;
                    procedure main() { assume (forall i: int :: i > 2 ==> m[i] >= 4); assert m[3] == 4; }
                    """, true),
                new SmallBoogie("""
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
                new SmallBoogie("""
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
                new SmallBoogie(LIST + "procedure push(n: int) modifies l; { atomic { l := Cons(n, l); } }", false),
                new SmallBoogie(LIST + "procedure push(n: int) modifies l; { l := Cons(n, l); }", true),
                new SmallBoogie("""
                    datatype List<T> { Nil(), Cons(head: T, tail: List T) }
                    procedure main() {
                      var l: List int; var m: List bool;
                      assert l != Cons(1, l) && (l is Cons ==> l == Cons(l->head, l->tail));
                      assume m is Cons && m->tail is Cons;
                      assert m->tail->tail is Cons || m->head;
                    }
                    """, true),
                new SmallBoogie("""
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
                new SmallBoogie(
                        "datatype D { A(x: int), B(y: bool) } procedure main() { assert B(true)->x == 0; }", true),
                // An axiom about one instance of a function says nothing of the others.
                new SmallBoogie("""
                    function f<a>(x: a): bool; axiom (forall x: int :: f(x));
                    procedure main() { assert f(3); assert f(true); }
                    """, true),
                new SmallBoogie("procedure main() { assert (var x, y := 2, 3; (var z := x * y; z + x)) == 8; }", false),
                // More than 64 bits.
                new SmallBoogie("""
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
                new SmallBoogie("""
                    function {:bvbuiltin "bvult"} less(a: bv96, b: bv96): bool;
                    procedure main() { var x: bv96; assert less(x, 79228162514264337593543950335bv96); }
                    """, true),
                // A node that is dropped is not met again, and a new one is none of those that are still held.
                new SmallBoogie("""
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
    void enginesAgree(SmallBoogie program, @TempDir Path folder) throws IOException {
        program.enginesAgree(folder);
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
}
