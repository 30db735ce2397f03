package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Two threads that stand before conflicting accesses, not both atomic, are a data race: either could go first. It does
 * not matter which of them is inside an atomic section. What the thread library does to its own objects is no access.
 */
final class Races {
    private Races() {}

    static Optional<Violation> find(CompiledProgram program, State state) {
        List<Pending> seen = new ArrayList<>();
        for (int i = 0; i < state.threadCount(); i++) {
            Optional<Pending> next = Races.pending(program, state, i);
            if (next.isEmpty()) continue;
            Pending mine = next.get();
            for (Touch touch : mine.touches()) {
                if (touch.kind() == Touch.Kind.SYNC) continue;
                for (Pending other : seen) {
                    for (Touch theirs : other.touches()) {
                        if (theirs.kind() != Touch.Kind.SYNC && touch.racesWith(theirs))
                            return Optional.of(race(program, state, other, theirs, mine, touch));
                    }
                }
            }
            seen.add(mine);
        }
        return Optional.empty();
    }

    /** Whether these two threads stand before conflicting accesses. */
    static Optional<Violation> between(CompiledProgram program, State state, int one, int other) {
        Optional<Pending> a = pending(program, state, one);
        Optional<Pending> b = pending(program, state, other);
        if (a.isEmpty() || b.isEmpty()) return Optional.empty();
        for (Touch mine : a.get().touches()) {
            for (Touch theirs : b.get().touches()) {
                if (mine.kind() == Touch.Kind.SYNC || theirs.kind() == Touch.Kind.SYNC) continue;
                if (mine.racesWith(theirs)) return Optional.of(race(program, state, a.get(), mine, b.get(), theirs));
            }
        }
        return Optional.empty();
    }

    static Optional<Pending> pending(CompiledProgram program, State state, int number) {
        ThreadState thread = state.thread(number);
        if (thread.ended || thread.newborn) return Optional.empty();
        Op op = thread.function.code()[thread.pc];
        boolean lastReturn = op instanceof CallOps.Return && CallOps.endsProcess(thread);
        if (!op.visible && !lastReturn) return Optional.empty();
        List<Touch> touches;
        try {
            touches = op.touches(Waiters.looking(program, state, number));
        } catch (Halt _) {
            touches = List.of();
        }
        return Optional.of(new Pending(number, thread.function.name, op.instr, touches));
    }

    private static Violation race(
            CompiledProgram program, State state, Pending first, Touch a, Pending second, Touch b) {
        var names = new Names(program, state);
        return new Violation(
                Property.DATA_RACE,
                "data race on " + names.place(b.address(), b.bytes()),
                List.of(access(state, first, a) + ", " + access(state, second, b)),
                List.of(place(names, state, second, b), place(names, state, first, a)));
    }

    private static Violation.Place place(Names names, State state, Pending pending, Touch touch) {
        String verb = pending.instr() instanceof Instr.Free ? "frees" : touch.isWrite() ? "writes" : "reads";
        String atomic = touch.kind() == Touch.Kind.PLAIN ? "" : " atomically";
        SourceSpan exact = pending.instr().span();
        ThreadState.Standing standing = state.thread(pending.thread()).standing(exact);
        return new Violation.Place(
                standing.span(),
                standing.function(),
                state.threadName(pending.thread()),
                verb + " " + names.place(touch.address(), touch.bytes()) + atomic,
                exact,
                state.thread(pending.thread()).calls(),
                Optional.empty());
    }

    private static String access(State state, Pending pending, Touch touch) {
        String verb = pending.instr() instanceof Instr.Free ? "freed" : touch.isWrite() ? "written" : "read";
        String atomic = touch.kind() == Touch.Kind.PLAIN ? "" : "atomically ";
        return atomic + verb + " by " + state.threadName(pending.thread()) + " at "
                + Names.line(state.thread(pending.thread())
                        .standing(pending.instr().span())
                        .span());
    }
}
