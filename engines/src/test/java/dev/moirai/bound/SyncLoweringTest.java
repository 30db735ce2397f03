package dev.moirai.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.ir.WellFormed;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.Lazy;
import dev.moirai.sequentialize.LazyOptions;
import dev.moirai.source.SourceSpan;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyncLoweringTest {
    private static final SourceSpan AT = new SourceSpan("t.c", 1, 1);
    private static final Local CODE = new Local("code", Type.I32);

    private static Expr address(String name, Type type) {
        return new Expr.GlobalAddress(name, new Type.Pointer(type));
    }

    private static final Expr MUTEX = address("m", new Type.Opaque(Sync.MUTEX));

    private static List<Instr> lowered(Set<Property> watched, Instr... instrs) {
        Program program = new ProgramBuilder()
                .ints("x")
                .syncs(Sync.MUTEX, "m")
                .function("main", List.of(), Type.I32, body -> {
                    for (Instr instr : instrs) body.emit(instr);
                    body.emit(new Instr.Return(Optional.of(Expr.constant(Type.I32, 0)), AT));
                })
                .build();
        return SyncLowering.lower(Bounding.bound(program, BoundOptions.unwind(1)), watched)
                .main()
                .body();
    }

    private static final Instr LOCK = new Instr.Lock(CODE, MUTEX, Instr.LockMode.MUTEX, Instr.Patience.BLOCK, AT);

    @Test
    void aLockIsOneAtomicSectionThatWaits() {
        List<Instr> body = lowered(EnumSet.of(Property.LOCK_MISUSE), LOCK);
        assertThat(body.getFirst()).isInstanceOf(Instr.AtomicBegin.class);
        assertThat(body).hasAtLeastOneElementOfType(Instr.Block.class);
        assertThat(body)
                .filteredOn(Instr.Assert.class::isInstance)
                .allSatisfy(
                        instr -> assertThat(((Instr.Assert) instr).property()).isEqualTo(Property.LOCK_MISUSE))
                .isNotEmpty();
    }

    @Test
    void misuseNobodyWatchesIsNoAssertion() {
        assertThat(lowered(EnumSet.of(Property.ASSERTION), LOCK)).noneMatch(Instr.Assert.class::isInstance);
    }

    @Test
    void waitingInsideAnAtomicSectionIsADeadlock() {
        List<Instr> body =
                lowered(EnumSet.of(Property.DEADLOCK), new Instr.AtomicBegin(AT), LOCK, new Instr.AtomicEnd(AT));
        assertThat(body.stream().filter(Instr.AtomicBegin.class::isInstance)).hasSize(1);
        assertThat(body).noneMatch(Instr.Block.class::isInstance);
        assertThat(body).anyMatch(instr -> instr instanceof Instr.Assert a && a.property() == Property.DEADLOCK);
    }

    @Test
    void threadLocalGlobalsAreOneForEachThread() {
        Expr own = address("own", Type.I32);
        Local handle = new Local("h", Type.U64);
        Program program = new ProgramBuilder()
                .global("own", Type.I32, Global.Storage.THREAD_LOCAL)
                .function(
                        "worker", body -> body.emit(new Instr.Store(own, Expr.constant(Type.I32, 1), Access.PLAIN, AT)))
                .function(
                        "main",
                        List.of(),
                        Type.I32,
                        body -> body.emit(new Instr.Spawn(
                                        handle,
                                        new Expr.FunctionAddress("worker"),
                                        Expr.constant(Type.VOID_POINTER, 0),
                                        Instr.Detachment.JOINABLE,
                                        AT))
                                .emit(new Instr.Store(own, Expr.constant(Type.I32, 2), Access.PLAIN, AT))
                                .emit(new Instr.Return(Optional.of(Expr.constant(Type.I32, 0)), AT)))
                .build();
        BoundedProgram bounded =
                SyncLowering.lower(Bounding.bound(program, BoundOptions.unwind(1)), Property.defaults());
        assertThat(bounded.globals()).containsKeys("own@main", "own@worker").doesNotContainKey("own");
        var unrolled = Lazy.sequentialize(bounded, LazyOptions.rounds(1)).unrolled();
        assertThat(WellFormed.check(unrolled.program())).isEmpty();
    }
}
