package dev.moirai.ir;

import static dev.moirai.ir.SamplePrograms.address;
import static dev.moirai.ir.SamplePrograms.at;
import static dev.moirai.ir.SamplePrograms.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Expr.Binary;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.Compare;
import dev.moirai.ir.Expr.CompareOp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PrinterTest {
    private static final Local A = new Local("a", Type.I32);
    private static final Local B = new Local("b", Type.I32);
    private static final Local P = new Local("p", new Type.Pointer(new Type.Struct("node")));
    private static final Layout NODE = new Layout(
            "node",
            Layout.Kind.STRUCT,
            List.of(
                    new Layout.Field("value", Type.I32, 0),
                    new Layout.Field("next", new Type.Pointer(new Type.Struct("node")), 8)),
            16,
            8);

    @Test
    void programReadsAsListedInTheGoldenText() {
        assertThat(Printer.print(everything())).isEqualTo(golden());
    }

    @Test
    void theGoldenProgramIsWellFormed() {
        assertThat(WellFormed.check(everything())).isEmpty();
    }

    @Test
    void parenthesesAppearOnlyWhereCNeedsThem() {
        var printer = new Printer(Map.of());
        Expr sum = new Binary(BinaryOp.ADD, A, B);
        Expr product = new Binary(BinaryOp.MULTIPLY, A, B);
        assertThat(printer.expr(new Binary(BinaryOp.MULTIPLY, sum, B))).isEqualTo("(a + b) * b");
        assertThat(printer.expr(new Binary(BinaryOp.ADD, product, B))).isEqualTo("a * b + b");
        assertThat(printer.expr(new Binary(BinaryOp.SUBTRACT, sum, B))).isEqualTo("a + b - b");
        assertThat(printer.expr(new Binary(BinaryOp.SUBTRACT, A, sum))).isEqualTo("a - (a + b)");
        assertThat(printer.expr(new Compare(CompareOp.LESS, sum, number(3)))).isEqualTo("a + b < 3");
        assertThat(printer.expr(new Expr.Unary(Expr.UnaryOp.NEGATE, number(-3))))
                .isEqualTo("-(-3)");
        assertThat(printer.expr(new Expr.Cast(Type.U8, sum))).isEqualTo("(u8) (a + b)");
        assertThat(printer.expr(Expr.not(new Compare(CompareOp.EQUAL, A, B)))).isEqualTo("!(a == b)");
        assertThat(printer.expr(new Expr.Select(new Compare(CompareOp.EQUAL, A, B), A, sum)))
                .isEqualTo("a == b ? a : a + b");
    }

    @Test
    void placesReadAsInC() {
        var printer = new Printer(Map.of("node", NODE));
        Type intPointer = new Type.Pointer(Type.I32);
        Expr array = address("v", new Type.Array(Type.I32, 4));
        assertThat(printer.place(new Expr.Index(array, Type.I32, A, intPointer)))
                .isEqualTo("v[a]");
        assertThat(printer.place(new Expr.Member(P, "node", 0, intPointer))).isEqualTo("p->value");
        assertThat(printer.place(new Expr.Member(address("n", new Type.Struct("node")), "node", 1, P.type())))
                .isEqualTo("n.next");
        assertThat(printer.place(new Expr.Index(P, Type.U8, A, new Type.Pointer(Type.U8))))
                .isEqualTo("((u8*) p)[a]");
        assertThat(printer.place(new Local("q", intPointer))).isEqualTo("*q");
    }

    private static Program everything() {
        Local r = new Local("%r", Type.I32);
        Local h = new Local("%h", Type.U64);
        Local q = new Local("%q", Type.VOID_POINTER);
        Expr x = address("x", Type.I32);
        Expr m = address("m", new Type.Opaque(Sync.MUTEX));
        Expr c = address("c", new Type.Opaque(Sync.CONDITION));
        Expr s = address("s", new Type.Opaque(Sync.SEMAPHORE));
        Expr bar = address("bar", new Type.Opaque(Sync.BARRIER));
        var body = List.<Instr>of(
                new Instr.Nondet(A, "uninitialised a", at(11)),
                new Instr.Alloc(
                        P,
                        new Type.Struct("node"),
                        Expr.constant(Type.U64, 16),
                        Instr.Region.HEAP,
                        Instr.Contents.FREE,
                        "node",
                        at(12)),
                new Instr.Store(new Expr.Member(P, "node", 0, new Type.Pointer(Type.I32)), A, Access.PRIVATE, at(13)),
                new Instr.Label("loop", at(14)),
                new Instr.Load(B, x, Access.PLAIN, at(14)),
                new Instr.Branch(new Compare(CompareOp.LESS, B, number(3)), "again", "done", at(14)),
                new Instr.Label("again", at(15)),
                new Instr.Rmw(r, x, Instr.RmwOp.ADD, number(1), Access.ATOMIC, at(15)),
                new Instr.CompareExchange(r, x, number(1), number(2), Access.ATOMIC, at(16)),
                new Instr.Goto("loop", at(16)),
                new Instr.Label("done", at(17)),
                new Instr.Fence(Access.Order.ACQUIRE, at(17)),
                new Instr.Spawn(
                        h,
                        new Expr.FunctionAddress("worker"),
                        new Expr.Cast(Type.VOID_POINTER, P),
                        Instr.Detachment.JOINABLE,
                        at(18)),
                new Instr.Lock(r, m, Instr.LockMode.MUTEX, Instr.Patience.TRY, at(19)),
                new Instr.Wait(r, c, m, at(20)),
                new Instr.Awake(r, c, Sync.CONDITION, Instr.Patience.TIMED, Instr.Wakeup.SPURIOUS, at(20)),
                new Instr.Signal(c, Instr.Wake.ALL, at(21)),
                new Instr.Unlock(r, m, Sync.MUTEX, at(22)),
                new Instr.Down(r, s, Instr.Patience.BLOCK, at(23)),
                new Instr.Up(r, s, at(23)),
                new Instr.Level(r, s, at(23)),
                new Instr.InitSync(Sync.BARRIER, bar, number(2), at(24)),
                new Instr.Arrive(r, bar, at(24)),
                new Instr.DestroySync(r, Sync.BARRIER, bar, at(24)),
                new Instr.Await(x, number(2), at(25)),
                new Instr.AtomicBegin(at(26)),
                new Instr.Store(x, new Binary(BinaryOp.ADD, B, number(1)), Access.PLAIN, at(26)),
                new Instr.AtomicEnd(at(26)),
                new Instr.Self(h, at(27)),
                new Instr.Yield(at(27)),
                new Instr.Join(r, Optional.of(q), h, at(28)),
                new Instr.Detach(r, h, at(28)),
                new Instr.Free(P, Instr.Region.HEAP, Access.PLAIN, at(29)),
                new Instr.Print("x=%d\n", List.of(B), at(30)),
                new Instr.Assume(new Compare(CompareOp.NOT_EQUAL, B, number(0)), at(31)),
                new Instr.Assert(new Compare(CompareOp.EQUAL, B, number(0)), "b == 0", at(31)),
                new Instr.Call(Optional.of(q), new Expr.FunctionAddress("worker"), List.of(q), at(32)),
                new Instr.Assign(A, new Binary(BinaryOp.MULTIPLY, A, B), at(33)),
                new Instr.Return(Optional.of(A), at(34)));
        Local argument = new Local("argument", Type.VOID_POINTER);
        var worker = new Function(
                "worker",
                List.of(argument),
                Type.VOID_POINTER,
                List.of(argument),
                List.of(
                        new Instr.ExitThread(argument, at(5)),
                        new Instr.ExitProcess(number(1), at(6)),
                        new Instr.Return(Optional.of(Expr.constant(Type.VOID_POINTER, 0)), at(7))),
                at(4));
        return SamplePrograms.program(
                List.of(NODE),
                List.of(
                        new Global(
                                "x", Type.I32, List.of(new Global.Initial(0, number(7))), Global.Storage.SHARED, at(1)),
                        SamplePrograms.global("m", new Type.Opaque(Sync.MUTEX)),
                        SamplePrograms.global("c", new Type.Opaque(Sync.CONDITION)),
                        SamplePrograms.global("s", new Type.Opaque(Sync.SEMAPHORE)),
                        SamplePrograms.global("bar", new Type.Opaque(Sync.BARRIER)),
                        new Global(
                                "n",
                                new Type.Struct("node"),
                                List.of(
                                        new Global.Initial(0, number(1)),
                                        new Global.Initial(8, address("n", new Type.Struct("node")))),
                                Global.Storage.THREAD_LOCAL,
                                at(2))),
                List.of(worker, new Function("main", List.of(), Type.I32, List.of(A, B, P, r, h, q), body, at(10))));
    }

    private static String golden() {
        try (var in = PrinterTest.class.getResourceAsStream("everything.ir")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
