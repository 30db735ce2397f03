package dev.moirai.bound;

import static dev.moirai.fixture.IrExpressions.n;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.logic.OutOfTime;
import dev.moirai.property.CutPoint;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundingTest {
    private static final Local I = new Local("i", Type.I32);
    private static final Local T = new Local("%t", Type.I32);
    private static final Expr X = new Expr.GlobalAddress("x", new Type.Pointer(Type.I32));

    /** {@code i = from; while (i < 3) { x = i; i = i + 1; } return 0;} */
    private static Function counting(Instr first) {
        return function(
                "main",
                Type.I32,
                List.of(I),
                first,
                new Instr.Label("top", at(2)),
                new Instr.Branch(new Expr.Compare(Expr.CompareOp.LESS, I, n(3)), "body", "out", at(2)),
                new Instr.Label("body", at(3)),
                new Instr.Store(X, I, Access.PLAIN, at(3)),
                new Instr.Assign(I, new Expr.Binary(Expr.BinaryOp.ADD, I, n(1)), at(4)),
                new Instr.Goto("top", at(4)),
                new Instr.Label("out", at(5)),
                new Instr.Return(Optional.of(n(0)), at(5)));
    }

    private static Program of(Function... functions) {
        var program = new ProgramBuilder().ints("x");
        for (Function function : functions) program.function(function);
        return program.build();
    }

    private static Function function(String name, Type result, List<Local> locals, Instr... body) {
        return new Function(name, List.of(), result, locals, List.of(body), at(10));
    }

    private static SourceSpan at(int line) {
        return new SourceSpan("test.c", line, 1);
    }

    private static List<Instr> main(Program program, int unwind) {
        return Bounding.bound(program, BoundOptions.unwind(unwind)).main().body();
    }

    private static <T extends Instr> List<T> only(List<Instr> body, Class<T> kind) {
        return body.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Test
    void aCountingLoopIsUnrolledExactly() {
        List<Instr> body = main(of(counting(new Instr.Assign(I, n(0), at(1)))), 10);
        assertThat(only(body, Instr.Store.class)).extracting(Instr.Store::value).containsExactly(n(0), n(1), n(2));
        assertThat(only(body, Instr.Cut.class)).isEmpty();
        assertThat(only(body, Instr.Branch.class)).isEmpty();
        assertThat(only(body, Instr.Assign.class)).isEmpty();
    }

    @Test
    void whoeverAsksCanEndTheWalk() {
        var looks = new AtomicInteger();
        Program endless = of(counting(new Instr.Nondet(I, "i", at(1))));
        assertThatThrownBy(
                        () -> Bounding.bound(endless, BoundOptions.unwind(100_000), () -> looks.incrementAndGet() == 3))
                .isInstanceOf(OutOfTime.class);
        assertThat(looks).hasValue(3);
    }

    @Test
    void aBodyRunsAtMostUnwindTimesAndTheTestOnceMore() {
        List<Instr> body = main(of(counting(new Instr.Nondet(I, "i", at(1)))), 2);
        assertThat(only(body, Instr.Store.class)).hasSize(2);
        assertThat(only(body, Instr.Branch.class)).hasSize(3);
        assertThat(only(body, Instr.Cut.class))
                .extracting(cut -> cut.reason().words())
                .containsExactly("loop main.1 at test.c:2");
        assertThat(main(of(counting(new Instr.Nondet(I, "i", at(1)))), 0)).noneMatch(i -> i instanceof Instr.Store);
    }

    @Test
    void singleLoopsHaveBoundsOfTheirOwn() {
        Program program = of(counting(new Instr.Nondet(I, "i", at(1))));
        assertThat(CutPoints.of(program)).extracting(CutPoint::name).containsExactly("main.1");
        var options = BoundOptions.unwind(1).withUnwindSet(Map.of("main.1", 4));
        assertThat(only(Bounding.bound(program, options).main().body(), Instr.Store.class))
                .hasSize(4);
    }

    @Test
    void jumpsGoForwardAndOriginsAreKept() {
        BoundedThread main = Bounding.bound(of(counting(new Instr.Nondet(I, "i", at(1)))), BoundOptions.unwind(3))
                .main();
        var seen = new java.util.HashSet<String>();
        for (int i = main.body().size() - 1; i >= 0; i--) {
            switch (main.body().get(i)) {
                case Instr.Label(var name, var _) -> assertThat(seen.add(name)).isTrue();
                case Instr.Goto(var target, var _) -> assertThat(seen).contains(target);
                case Instr.Branch(var _, var yes, var no, var _) ->
                    assertThat(seen).contains(yes, no);
                case Instr.Store _ -> assertThat(main.origins().get(i).index()).isEqualTo(4);
                default -> {}
            }
        }
        assertThat(main.origins().stream()
                        .filter(o -> o.index() == 4)
                        .map(Origin::iterations)
                        .distinct())
                .containsExactly(List.of(1), List.of(2), List.of(3));
    }

    @Test
    void callsAreInlinedWithLocalsOfTheirOwn() {
        Local n = new Local("n", Type.I32);
        Local r = new Local("r", Type.I32);
        var twice = new Function(
                "twice",
                List.of(n),
                Type.I32,
                List.of(n),
                List.of(new Instr.Return(Optional.of(new Expr.Binary(Expr.BinaryOp.ADD, n, n)), at(20))),
                at(19));
        Function main = function(
                "main",
                Type.I32,
                List.of(I, r),
                new Instr.Load(I, X, Access.PLAIN, at(1)),
                new Instr.Call(Optional.of(r), new Expr.FunctionAddress("twice"), List.of(I), at(2)),
                new Instr.Call(Optional.of(I), new Expr.FunctionAddress("twice"), List.of(r), at(3)),
                new Instr.Store(X, I, Access.PLAIN, at(4)),
                new Instr.Return(Optional.of(n(0)), at(5)));
        BoundedThread thread =
                Bounding.bound(of(twice, main), BoundOptions.unwind(1)).main();
        assertThat(only(thread.body(), Instr.Assign.class))
                .extracting(a -> a.into().name())
                .containsExactly("twice@1.n", "r", "twice@2.n", "i");
        Origin inside = thread.origins().stream()
                .filter(o -> o.function().equals("twice"))
                .findFirst()
                .orElseThrow();
        assertThat(inside.caller())
                .hasValueSatisfying(call -> assertThat(call.index()).isEqualTo(1));
    }

    @Test
    void recursionIsCut() {
        Function f = function(
                "f",
                Type.VOID,
                List.of(T),
                new Instr.Load(T, X, Access.PLAIN, at(20)),
                new Instr.Call(Optional.empty(), new Expr.FunctionAddress("f"), List.of(), at(21)),
                new Instr.Return(Optional.empty(), at(22)));
        Function main = function(
                "main",
                Type.I32,
                List.of(),
                new Instr.Call(Optional.empty(), new Expr.FunctionAddress("f"), List.of(), at(1)),
                new Instr.Return(Optional.of(n(0)), at(2)));
        List<Instr> body = main(of(f, main), 3);
        assertThat(only(body, Instr.Load.class)).hasSize(3);
        assertThat(only(body, Instr.Cut.class))
                .extracting(cut -> cut.reason().words())
                .containsExactly("recursion of f");
    }

    @Test
    void everySpawnHasAThread() {
        Local handle = new Local("h", Type.U64);
        Local parameter = new Local("p", Type.VOID_POINTER);
        var worker = new Function(
                "worker",
                List.of(parameter),
                Type.VOID_POINTER,
                List.of(parameter),
                List.of(
                        new Instr.Store(X, n(1), Access.PLAIN, at(20)),
                        new Instr.Return(Optional.of(parameter), at(21))),
                at(19));
        Function main = function(
                "main",
                Type.I32,
                List.of(I, handle),
                new Instr.Nondet(I, "i", at(1)),
                new Instr.Label("top", at(2)),
                new Instr.Branch(new Expr.Compare(Expr.CompareOp.LESS, I, n(3)), "body", "out", at(2)),
                new Instr.Label("body", at(3)),
                new Instr.Spawn(
                        handle,
                        new Expr.FunctionAddress("worker"),
                        Expr.constant(Type.VOID_POINTER, 0),
                        Instr.Detachment.JOINABLE,
                        at(3)),
                new Instr.Assign(I, new Expr.Binary(Expr.BinaryOp.ADD, I, n(1)), at(4)),
                new Instr.Goto("top", at(4)),
                new Instr.Label("out", at(5)),
                new Instr.Return(Optional.of(n(0)), at(5)));
        BoundedProgram bounded = Bounding.bound(of(worker, main), BoundOptions.unwind(2));
        assertThat(bounded.threads()).extracting(BoundedThread::name).containsExactly("main", "worker", "worker#2");
        assertThat(bounded.isCut()).isTrue();
        BoundedProgram fewer =
                Bounding.bound(of(worker, main), BoundOptions.unwind(2).withThreads(2));
        assertThat(fewer.threads()).hasSize(2);
        assertThat(only(fewer.main().body(), Instr.Cut.class))
                .extracting(cut -> cut.reason().words())
                .contains("thread limit of 2");
        assertThatThrownBy(() -> Bounding.bound(
                        of(worker, main),
                        new BoundOptions(20, Map.of(), 64, 64, 10, BoundOptions.Values.NEEDED, 0, Prelude.NONE)))
                .isInstanceOf(TooLargeException.class);
    }

    /** {@code i = 0; while (*pointer[i]) i = i + 1; return 0;}, which the user has written as {@code strlen}. */
    private static Function measuring(Instr pointer) {
        var p = new Local("p", new Type.Pointer(Type.I32));
        Function function = function(
                "main",
                Type.I32,
                List.of(I, T, p),
                pointer,
                new Instr.Assign(I, n(0), at(1)),
                new Instr.Label("top", at(2)),
                new Instr.Load(T, new Expr.Index(p, Type.I32, I, p.type()), Access.PLAIN, at(2)),
                new Instr.Branch(new Expr.Compare(Expr.CompareOp.NOT_EQUAL, T, n(0)), "body", "out", at(2)),
                new Instr.Label("body", at(3)),
                new Instr.Assign(I, new Expr.Binary(Expr.BinaryOp.ADD, I, n(1)), at(4)),
                new Instr.Goto("top", at(4)),
                new Instr.Label("out", at(5)),
                new Instr.Return(Optional.of(n(0)), at(5)));
        return function.with(function.locals(), function.body(), Map.of("top", "strlen"));
    }

    @Test
    void aLoopOfTheLibraryGoesAsFarAsItsObject() {
        var p = new Local("p", new Type.Pointer(Type.I32));
        var three = new Type.Array(Type.I32, 3);
        Program program = new ProgramBuilder()
                .global("x", three)
                .function(measuring(new Instr.Assign(p, new Expr.GlobalAddress("x", p.type()), at(1))))
                .build();
        List<Instr> body = main(program, 1);
        // Three that can be read, and the one that fails.
        assertThat(only(body, Instr.Load.class)).hasSize(4);
        assertThat(only(body, Instr.Cut.class)).isEmpty();
        assertThat(CutPoints.of(program)).isEmpty();
    }

    @Test
    void aLoopOfTheLibraryOverAnUnknownObjectIsNamed() {
        var p = new Local("p", new Type.Pointer(Type.I32));
        Program program = of(measuring(new Instr.Nondet(p, "p", at(1))));
        assertThat(only(main(program, 1), Instr.Cut.class))
                .extracting(Instr.Cut::reason)
                .containsExactly(new CutReason.Construct("strlen of a length that is not known", at(2)));
    }
}
