package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which operations may return an error code even in a program without misuse. Few programs use objects for which this
 * can happen; for all others the error needs no transition, which keeps the system small.
 */
final class RefusalRules {
    /** A semaphore that is initialised with less is assumed never to reach the greatest value. */
    private static final long ALMOST_FULL = 1L << 30;

    private final Program program;
    private final boolean haveUnusualMutexes;
    private final boolean mayBeFull;
    private final boolean mayDetach;
    private final Set<Sync> destroyed = EnumSet.noneOf(Sync.class);

    RefusalRules(Program program, List<Instance> instances) {
        this.program = program;
        this.haveUnusualMutexes = program.globals().values().stream().anyMatch(this::mayHoldUnusualMutex)
                || any(instances, instr -> makes(instr, Sync.MUTEX, Sync.NORMAL));
        this.mayBeFull = any(instances, instr -> makes(instr, Sync.SEMAPHORE, ALMOST_FULL));
        this.mayDetach = any(
                instances,
                instr -> instr instanceof Instr.Detach
                        || instr instanceof Instr.Spawn spawn && spawn.detachment() == Instr.Detachment.DETACHED);
        any(instances, instr -> {
            if (instr instanceof Instr.DestroySync destroy) destroyed.add(destroy.kind());
            return false;
        });
    }

    private static boolean any(List<Instance> instances, Predicate<Instr> what) {
        for (Instance instance : instances) {
            for (int at = 0; at < instance.code().size(); at++)
                if (what.test(instance.code().get(at))) return true;
        }
        return false;
    }

    /**
     * Whether the instruction initialises such an object with a parameter that is greater than {@code least}, or
     * unknown.
     */
    private static boolean makes(Instr instr, Sync kind, long least) {
        return instr instanceof Instr.InitSync init
                && init.kind() == kind
                && !(init.parameter() instanceof Expr.Constant(var _, var bits) && bits <= least);
    }

    private boolean mayHoldUnusualMutex(Global global) {
        return !global.initial().isEmpty() && holdsMutex(global.type());
    }

    private boolean holdsMutex(Type type) {
        return switch (type) {
            case Type.Opaque(var kind) -> kind == Sync.MUTEX;
            case Type.Array(var element, var _) -> holdsMutex(element);
            case Type.Struct(var tag) ->
                program.layout(tag).fields().stream().anyMatch(field -> holdsMutex(field.type()));
            case Type.Void _, Type.Int _, Type.Float _, Type.Pointer _, Type.Code _, Type.Mathematical _ -> false;
        };
    }

    /** Whether the program has recursive or error-checking mutexes, for which the owner does not wait. */
    boolean haveUnusualMutexes() {
        return haveUnusualMutexes;
    }

    /** Whether the initialiser of a global makes the synchronisation object there anything but a usual, free one. */
    boolean isMadeUnusual(Global global, long offset, long bytes) {
        if (global.contents() == Instr.Contents.FREE) return true;
        return global.initial().stream()
                .filter(it -> it.offset() < offset + bytes
                        && offset < it.offset() + program.sizes().of(it.value().type()))
                .anyMatch(it -> !(it.value() instanceof Expr.Constant(var _, var bits) && bits == 0));
    }

    /** Whether a semaphore can reach the greatest value. */
    boolean mayBeFull() {
        return mayBeFull;
    }

    /** Whether a thread can be detached. */
    boolean mayDetach() {
        return mayDetach;
    }

    /** Whether objects of the kind can be destroyed. */
    boolean destroys(Sync kind) {
        return destroyed.contains(kind);
    }

    /**
     * Whether the thread may hold the read-write lock for writing that it asks for at {@code here}.
     *
     * @param closed the value of an expression that is always the same; opaque if it is not
     */
    boolean mayHoldForWriting(Instance thread, int here, Function<Expr, Value> closed) {
        FlatCode code = thread.code();
        Value asked = code.get(here) instanceof Instr.Lock lock ? closed.apply(lock.object()) : Value.OPAQUE;
        for (int at = 0; at < code.size(); at++) {
            if (!(code.get(at) instanceof Instr.Lock lock) || lock.mode() != LockMode.WRITE) continue;
            Value taken = closed.apply(lock.object());
            boolean isOther = taken instanceof Value.Address && asked instanceof Value.Address && !taken.equals(asked);
            if (!isOther && leads(code, at, here, taken, closed)) return true;
        }
        return false;
    }

    /** Whether control can come from taking a lock to a place without giving this lock back. */
    private static boolean leads(FlatCode code, int from, int here, Value taken, Function<Expr, Value> closed) {
        var seen = new BitSet();
        var pending = new ArrayDeque<Integer>();
        pending.add(from);
        while (!pending.isEmpty()) {
            for (int next : code.successors(pending.poll())) {
                if (next == here) return true;
                boolean givesBack = code.get(next) instanceof Instr.Unlock unlock
                        && unlock.kind() == Sync.RWLOCK
                        && taken instanceof Value.Address
                        && taken.equals(closed.apply(unlock.object()));
                if (givesBack || seen.get(next)) continue;
                seen.set(next);
                pending.add(next);
            }
        }
        return false;
    }
}
