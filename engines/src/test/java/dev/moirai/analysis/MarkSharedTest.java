package dev.moirai.analysis;

import static dev.moirai.fixture.IrExpressions.INT_POINTER;
import static dev.moirai.fixture.IrExpressions.integer;
import static dev.moirai.fixture.IrExpressions.less;
import static dev.moirai.fixture.IrExpressions.n;
import static dev.moirai.fixture.IrExpressions.plus;
import static dev.moirai.fixture.IrExpressions.pointer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.ir.Visibility;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Accesses are listed as the printer shows them; those marked private are no visible steps. */
class MarkSharedTest {
    private static final Local ARGUMENT = new Local("argument", Type.VOID_POINTER);

    @Test
    void whatTwoThreadsTouchIsVisible() {
        Program program = prepared(p -> p.ints("x")
                .function("worker", f -> f.load("a", "x").store("x", plus(integer("a"), 1)))
                .function("main", f -> f.spawn("t", "worker").load("b", "x").join("t")));
        assertThat(visibleAccesses(program, "worker")).containsExactly("a = load x", "store x = a + 1");
        assertThat(visibleAccesses(program, "main")).containsExactly("b = load x");
    }

    @Test
    void whatHappensBeforeTheFirstSpawnIsNot() {
        Program program = prepared(p -> p.ints("x")
                .function("setup", f -> f.store("x", 1))
                .function("worker", f -> f.store("x", 2))
                .function(
                        "main",
                        f -> f.call("setup").load("a", "x").spawn("t", "worker").load("b", "x")));
        assertThat(visibleAccesses(program, "setup")).isEmpty();
        assertThat(visibleAccesses(program, "main")).containsExactly("b = load x");
    }

    @Test
    void aFunctionCalledBeforeAndAfterTheSpawnIsVisible() {
        Program program = prepared(p -> p.ints("x")
                .function("touch", f -> f.store("x", 1))
                .function("worker", f -> f.store("x", 2))
                .function("main", f -> f.call("touch").spawn("t", "worker").call("touch")));
        assertThat(visibleAccesses(program, "touch")).containsExactly("store x = 1");
    }

    @Test
    void aLoopAroundTheSpawnMakesWhatIsBeforeItVisible() {
        Program program = prepared(p -> p.ints("x")
                .function("worker", f -> f.store("x", 2))
                .function(
                        "main",
                        f -> f.set(integer("i"), n(0))
                                .label("loop")
                                .store("x", 1)
                                .spawn("t", "worker")
                                .set(integer("i"), plus(integer("i"), 1))
                                .branch(less(integer("i"), 2), "loop", "end")
                                .label("end")));
        assertThat(visibleAccesses(program, "main")).containsExactly("store x = 1");
    }

    @Test
    void aGlobalUsedByOneThreadOnlyIsPrivateUnlessThatThreadCanRunTwice() {
        UnaryOperator<ProgramBuilder> common = p -> p.ints("x").function("worker", f -> f.store("x", 2));
        Program once = prepared(p -> common.apply(p).function("main", f -> f.spawn("t", "worker")));
        assertThat(visibleAccesses(once, "worker")).isEmpty();
        Program twice = prepared(p ->
                common.apply(p).function("main", f -> f.spawn("t", "worker").spawn("u", "worker")));
        assertThat(visibleAccesses(twice, "worker")).containsExactly("store x = 2");
        Program looped = prepared(p -> common.apply(p)
                .function("main", f -> f.label("again").spawn("t", "worker").jump("again")));
        assertThat(visibleAccesses(looped, "worker")).containsExactly("store x = 2");
    }

    @Test
    void readingWhatNoLongerChangesIsPrivate() {
        Program program = prepared(p -> p.ints("settled", "changing")
                .function("worker", f -> f.load("a", "settled").load("b", "changing"))
                .function(
                        "main",
                        f -> f.store("settled", 1)
                                .spawn("t", "worker")
                                .spawn("u", "worker")
                                .load("c", "settled")
                                .store("changing", 1)));
        assertThat(visibleAccesses(program, "worker")).containsExactly("b = load changing");
        assertThat(visibleAccesses(program, "main")).containsExactly("store changing = 1");
    }

    @Test
    void aStackObjectIsPrivateUntilItsAddressIsHandedToAThread() {
        Local p = pointer("p");
        Program kept = prepared(b -> b.function(
                        "worker", f -> f.allocate(p, Instr.Region.STACK).store(p, n(1)))
                .function("main", f -> f.spawn("t", "worker").spawn("u", "worker")));
        assertThat(visibleAccesses(kept, "worker")).isEmpty();
        Program handed = prepared(b -> b.function(
                        "worker",
                        List.of(ARGUMENT),
                        Type.VOID,
                        f -> f.store(new Expr.Cast(INT_POINTER, ARGUMENT), n(2)))
                .function(
                        "main",
                        f -> f.allocate(p, Instr.Region.STACK)
                                .store(p, n(1))
                                .spawn("t", "worker", p)
                                .load(integer("a"), p)));
        assertThat(visibleAccesses(handed, "worker")).containsExactly("store *(i32*) argument = 2");
        assertThat(visibleAccesses(handed, "main")).containsExactly("a = load *p");
    }

    @Test
    void aHeapObjectIsVisibleOnceItCanBeReachedFromAGlobal() {
        Local p = pointer("p");
        Local q = pointer("q");
        Program program = prepared(b -> b.global("head", INT_POINTER)
                .function(
                        "worker",
                        f -> f.allocate(p, Instr.Region.HEAP)
                                .store(p, n(1))
                                .store(f.address("head"), p)
                                .allocate(q, Instr.Region.HEAP)
                                .store(q, n(2))
                                .free(q))
                .function("main", f -> f.spawn("t", "worker").spawn("u", "worker")));
        assertThat(visibleAccesses(program, "worker")).containsExactly("store *p = 1", "store head = p");
    }

    @Test
    void aPointerThatGoesThroughANumberIsFollowed() {
        Local p = pointer("p");
        Local number = new Local("n", Type.U64);
        Program program = prepared(b -> b.global("hidden", Type.U64)
                .function(
                        "worker",
                        f -> f.load(number, f.address("hidden"))
                                .set(p, new Expr.Cast(INT_POINTER, number))
                                .load(integer("a"), p))
                .function(
                        "main",
                        f -> f.spawn("t", "worker")
                                .allocate(p, Instr.Region.HEAP)
                                .store(f.address("hidden"), new Expr.Cast(Type.U64, p))
                                .store(p, n(1))));
        assertThat(visibleAccesses(program, "main")).containsExactly("store hidden = (u64) p", "store *p = 1");
        assertThat(visibleAccesses(program, "worker")).containsExactly("n = load hidden", "a = load *p");
    }

    @Test
    void aPointerMadeFromNothingMakesEverythingVisible() {
        Local p = pointer("p");
        Local number = new Local("n", Type.U64);
        Program program = prepared(b -> b.ints("x")
                .function(
                        "main",
                        f -> f.store("x", 1)
                                .nondet(number)
                                .set(p, new Expr.Cast(INT_POINTER, number))
                                .store(p, n(1))));
        assertThat(visibleAccesses(program, "main")).containsExactly("store x = 1", "store *p = 1");
    }

    @Test
    void threadLocalsAndConstantsArePrivate() {
        Program program = prepared(p -> p.global("own", Type.I32, Global.Storage.THREAD_LOCAL)
                .global("text", Type.I32, Global.Storage.CONSTANT)
                .function("worker", f -> f.store("own", 2).load("a", "text").load("b", "own"))
                .function(
                        "main", f -> f.spawn("t", "worker").spawn("u", "worker").store("own", 1)));
        assertThat(visibleAccesses(program, "worker")).isEmpty();
        assertThat(visibleAccesses(program, "main")).isEmpty();
    }

    @Test
    void aThreadLocalWhoseAddressIsPublishedIsVisible() {
        Program program = prepared(p -> p.global("own", Type.I32, Global.Storage.THREAD_LOCAL)
                .global("published", INT_POINTER)
                .function("worker", f -> f.store("own", 2))
                .function("main", f -> f.spawn("t", "worker").store(f.address("published"), f.address("own"))));
        assertThat(visibleAccesses(program, "worker")).containsExactly("store own = 2");
    }

    @Test
    void callsThroughPointersAreFollowed() {
        Local target = new Local("target", new Type.Pointer(new Type.Code()));
        Program program = prepared(b -> b.ints("x")
                .function("callee", f -> f.store("x", 1))
                .function(
                        "worker",
                        f -> f.set(target, new Expr.FunctionAddress("callee"))
                                .emit(new Instr.Call(Optional.empty(), target, List.of(), SourceSpan.NOWHERE)))
                .function("main", f -> f.spawn("t", "worker").load("a", "x")));
        assertThat(visibleAccesses(program, "callee")).containsExactly("store x = 1");
    }

    private static Program prepared(UnaryOperator<ProgramBuilder> write) {
        Program program = write.apply(new ProgramBuilder()).build();
        assertThat(WellFormed.check(program)).isEmpty();
        return Preparation.prepare(program);
    }

    private static List<String> visibleAccesses(Program program, String function) {
        var printer = new Printer(program.layouts());
        return program.function(function).body().stream()
                .filter(Visibility::isVisible)
                .filter(i -> i instanceof Instr.Load || i instanceof Instr.Store || i instanceof Instr.Free)
                .map(printer::instr)
                .toList();
    }
}
