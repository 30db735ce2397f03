package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Operations of the thread library become atomic sections over ordinary loads and stores of the objects' words ({@link
 * dev.moirai.ir.Sync}) and of the threads' ghosts, with the meaning the interpreter gives them. A section waits by {@link
 * Instr.Block}; its condition is the strong one: a spurious wake-up does not count. What misuse is not watched returns its
 * error code.
 */
public final class SyncLowering {
    private final BoundedProgram program;
    private final Set<Property> watched;
    private final BoundOptions.Values values;
    private final List<Integer> waitOnConditions = new ArrayList<>();
    private final List<Integer> waitAtBarriers = new ArrayList<>();

    private SyncLowering(BoundedProgram program, Set<Property> watched, BoundOptions.Values values) {
        this.program = program;
        this.values = values;
        this.watched = watched;
        for (BoundedThread thread : program.threads()) {
            if (thread.body().stream().anyMatch(i -> i instanceof Instr.Wait)) waitOnConditions.add(thread.number());
            if (thread.body().stream().anyMatch(i -> i instanceof Instr.Arrive)) waitAtBarriers.add(thread.number());
        }
    }

    public static BoundedProgram lower(BoundedProgram program, Set<Property> watched) {
        return lower(program, watched, BoundOptions.Values.NEEDED);
    }

    public static BoundedProgram lower(BoundedProgram program, Set<Property> watched, BoundOptions.Values values) {
        var lowering = new SyncLowering(program, watched, values);
        return program.with(
                program.globals(),
                program.threads().stream().map(lowering::lower).toList());
    }

    private BoundedThread lower(BoundedThread thread) {
        Code from = thread.code();
        var to = new Code(from.locals());
        AtomicSections sections = AtomicSections.of(thread.body());
        for (int i = 0; i < from.size(); i++) {
            Instr instr = from.get(i);
            var surroundings =
                    sections.isInside(i) ? SectionWriter.Surroundings.ATOMIC : SectionWriter.Surroundings.PLAIN;
            lower(instr, new SectionWriter(to, from.origin(i), instr.span(), watched, surroundings, thread.number()));
        }
        return thread.with(Tidying.tidy(to, values));
    }

    private void lower(Instr instr, SectionWriter section) {
        int threads = program.threads().size();
        switch (instr) {
            case Instr.Lock i -> within(section, () -> LockLowering.lock(section, i));
            case Instr.Unlock i -> within(section, () -> LockLowering.unlock(section, i));
            case Instr.Down i -> within(section, () -> LockLowering.down(section, i));
            case Instr.Up i -> within(section, () -> LockLowering.up(section, i));
            case Instr.Level i -> within(section, () -> LockLowering.level(section, i));
            case Instr.Wait i -> within(section, () -> WaitLowering.wait(section, i));
            case Instr.Awake i -> within(section, () -> WaitLowering.awake(section, i));
            case Instr.Signal i -> within(section, () -> WaitLowering.signal(section, i, waitOnConditions));
            case Instr.Arrive i -> within(section, () -> WaitLowering.arrive(section, i, waitAtBarriers));
            case Instr.Join i -> within(section, () -> ThreadLowering.join(section, i, threads));
            case Instr.Detach i -> within(section, () -> ThreadLowering.detach(section, i, threads));
            case Instr.InitSync i -> within(section, () -> ThreadLowering.init(section, i));
            case Instr.DestroySync i -> within(section, () -> ThreadLowering.destroy(section, i, waitersOf(i)));
            case Instr.Await i -> within(section, () -> ThreadLowering.await(section, i));
            case Instr.Load i when i.address() instanceof Expr.Cell cell -> CellLowering.load(section, i, cell);
            case Instr.Store i when i.address() instanceof Expr.Cell cell -> CellLowering.store(section, i, cell);
            case Instr.ExitThread i -> ThreadLowering.exit(section, i);
            // What nobody looks for ends the run.
            case Instr.Assert(var condition, var property, var _, var span)
            when !watched.contains(property) -> section.add(new Instr.Assume(condition, span));
            default -> section.add(instr);
        }
    }

    private List<Integer> waitersOf(Instr.DestroySync destroy) {
        return switch (destroy.kind()) {
            case CONDITION -> waitOnConditions;
            case BARRIER -> waitAtBarriers;
            case MUTEX, SPIN, RWLOCK, SEMAPHORE -> List.of();
        };
    }

    private static void within(SectionWriter section, Runnable operation) {
        section.begin();
        operation.run();
        section.end();
    }
}
