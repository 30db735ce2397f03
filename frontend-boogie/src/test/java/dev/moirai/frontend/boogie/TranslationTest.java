package dev.moirai.frontend.boogie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Visibility;
import dev.moirai.ir.WellFormed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslationTest {
    private static final String EVERYTHING = """
        type Ref;
        type Pair = [int, int]bool;
        const unique null: Ref;
        const N: int;
        axiom N == 3;
        datatype Shape { Circle(radius: int), Square(side: int), Nothing() }
        datatype Colour { Red(), Green(), Blue() }
        var heap: [Ref][int]int;
        var pairs: Pair;
        var shape: Shape;
        var {:thread_local} mine: int;
        var w: bv8 where w != 0bv8;
        function twice(i: int): int { i + i }
        function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
        function size(Ref): int;
        axiom (forall r: Ref :: { size(r) } size(r) >= 0);
        function g(x: int, y: int): bool;
        axiom (forall x: int, y: int :: g(x, y) == (x < y));
        function pick<a>(x: a, y: a): a { x }

        procedure swap<X>(a: X, b: X) returns (c: X, d: X) {
          var kept: X;
          kept := a;
          c, d := b, kept;
        }

        procedure two(i: int) returns (a: int, b: bool)
        requires i >= 0;
        ensures a == twice(i);
        {
          a, b := i * 2, g(i, N);
        }

        procedure unknown(r: Ref) returns (s: int);
        modifies heap;
        ensures s >= old(heap)[r][0];
        ensures (forall q: Ref :: q != r ==> heap[q] == old(heap)[q]);

        procedure {:entrypoint} start(n: int)
        requires n > 0;
        {
          var a, i: int;
          var b, d: bool;
          var c: Colour;
          var r, q: Ref;
          var v: bv8;
          havoc r;
          assume r != null;
          call a, b := two(n);
          call a := unknown(r);
          call b, d := swap(b, true);
          call r, q := swap(r, null);
          heap[r][0] := size(r) + pick(1, 2);
          pairs[1, 2] := b;
          shape := Circle(a);
          shape->radius := shape->radius + 1;
          assert shape is Circle ==> shape->radius == a + 1;
          c := Green();
          assert c != Red();
          v := add(w, 1bv8)[4:0] ++ 0bv4;
          i := 0;
          while (i < 2)
          invariant i <= 2;
          {
            i := i + 1;
          }
          goto left, right;
        left:
          assume b;
          goto end;
        right:
          assume !b;
        end:
          async call worker(i);
          assert (forall j: int :: 0 <= j && j < N ==> twice(j) >= j);
          assert |{ var x: bool; A: x := true; return x; }|;
          mine := i div 2 - i mod 2;
          assert real(i) / 2.0 >= 0.5 || int(1.5) == 1;
        }

        procedure worker(i: int) {
          mine := i;
        outer:
          while (*) {
            if (*) {
              break outer;
            }
          }
          call corral_atomic_begin();
          assume pairs[1, 2];
          pairs[1, 2] := false;
          call corral_atomic_end();
        }
        """;

    @TempDir
    Path folder;

    private Program translated(String text, BoogieOptions options) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), text);
        Program program = BoogieFrontend.translate(List.of(file), options);
        assertThat(WellFormed.check(program)).isEmpty();
        return program;
    }

    /** Wherever labels stand in the text, only jumps of loops lead back. */
    @Test
    void blocksStandInTheOrderInWhichControlPassesThem() throws IOException {
        Program program = translated("""
            var x: int;
            procedure main() modifies x; {
              goto first;
            last: x := 3; return;
            second: x := 2; goto last;
            first: x := 1; goto second;
            }
            """, BoogieOptions.DEFAULT);
        List<Instr> body = program.function("main").body();
        var passed = new java.util.HashSet<String>();
        for (Instr instr : body) {
            if (instr instanceof Instr.Label(var name, var _)) passed.add(name);
            if (instr instanceof Instr.Goto(var target, var _))
                assertThat(passed).doesNotContain(target);
        }
        assertThat(body.stream()
                        .filter(Instr.Store.class::isInstance)
                        .map(i -> i.span().line()))
                .containsExactly(6, 5, 4);
    }

    @Test
    void wholeLanguageIsTranslated() throws IOException {
        for (var switching : BoogieOptions.Switching.values()) {
            translated(EVERYTHING, new BoogieOptions(Optional.empty(), switching));
        }
    }

    private static List<Instr> visible(Function function) {
        return function.body().stream().filter(Visibility::isVisible).toList();
    }

    /** The grain of interleaving: a step for every access to a global, one for a whole parallel assignment. */
    @Test
    void everyAccessIsAStep() throws IOException {
        Program program = translated("""
            var x, y: int;
            var m: [int]int;
            procedure main() {
              m[x] := y + 1;
              x, y := y, x;
            }
            """, BoogieOptions.DEFAULT);
        List<Instr> steps = visible(program.function("main"));
        assertThat(steps.subList(0, 3).stream().map(i -> i.getClass().getSimpleName()))
                .containsExactly("Load", "Load", "Store");
        assertThat(steps.get(3)).isInstanceOf(Instr.AtomicBegin.class);
        assertThat(program.function("main").body().stream().filter(i -> i instanceof Instr.AtomicBegin))
                .hasSize(1);
    }

    @Test
    void readsAPlaceOnceAStatement() throws IOException {
        Program program = translated("""
            var x: int;
            procedure main() {
              assert x == 0 || x != 0;
            }
            """, BoogieOptions.DEFAULT);
        assertThat(visible(program.function("main"))).hasSize(1);
    }

    @Test
    void assumptionAtTheHeadOfASectionWaits() throws IOException {
        Program program = translated("""
            var locked: bool;
            procedure main() {
              atomic { assume !locked; locked := true; }
              assume locked;
            }
            """, BoogieOptions.DEFAULT);
        List<Instr> body = program.function("main").body();
        assertThat(body.stream().filter(i -> i instanceof Instr.Block)).hasSize(1);
        assertThat(body.stream().filter(i -> i instanceof Instr.Assume)).hasSize(1);
    }

    /** A procedure called inside a section has no section of its own there. */
    @Test
    void sectionsDoNotNest() throws IOException {
        Program program = translated("""
            var x: int;
            procedure main() {
              atomic { call inner(); }
              call inner();
            }
            procedure inner() {
              atomic { x := x + 1; }
            }
            """, BoogieOptions.DEFAULT);
        assertThat(program.function("inner").body().stream().filter(i -> i instanceof Instr.AtomicBegin))
                .hasSize(1);
        assertThat(program.function("inner'").body().stream().filter(i -> i instanceof Instr.AtomicBegin))
                .isEmpty();
    }

    /** A parallel assignment swaps; every value is kept before anything is written. */
    @Test
    void parallelAssignmentSwaps() throws IOException {
        Program program = translated("""
            procedure main() {
              var a, b: int;
              a := 1;
              b := 2;
              a, b := b, a;
              assert a == 2 && b == 1;
            }
            """, BoogieOptions.DEFAULT);
        List<Instr> body = program.function("main").body();
        List<Instr.Assign> assigns = body.stream()
                .filter(Instr.Assign.class::isInstance)
                .map(Instr.Assign.class::cast)
                .filter(assign -> assign.span().line() == 5)
                .toList();
        assertThat(assigns.subList(0, 2)).allMatch(assign -> assign.into().isTemporary());
        assertThat(assigns.subList(2, 4))
                .allMatch(assign -> assign.value() instanceof Local local && local.isTemporary());
    }
}
