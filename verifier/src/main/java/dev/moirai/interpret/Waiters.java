package dev.moirai.interpret;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who can move and who waits, and for what. */
final class Waiters {
    private static final Chooser NOT_NOW = choice -> {
        throw new IllegalStateException("a question while nothing is executed: " + choice.subject());
    };

    private Waiters() {}

    static Op.Readiness readiness(CompiledProgram program, State state, int number) {
        ThreadState thread = state.thread(number);
        if (thread.ended) return Op.Readiness.BLOCKED;
        if (thread.newborn) return Op.Readiness.READY;
        Op op = thread.function.code()[thread.pc];
        if (!op.mayWait) return Op.Readiness.READY;
        try {
            return op.readiness(new Execution(program, state, thread, NOT_NOW, Observer.NONE));
        } catch (Halt _) {
            return Op.Readiness.READY; // what is wrong shows when it is executed
        }
    }

    static Execution looking(CompiledProgram program, State state, int thread) {
        return new Execution(program, state, state.thread(thread), NOT_NOW, Observer.NONE);
    }

    static String waitsFor(CompiledProgram program, State state, int thread) {
        Execution x = looking(program, state, thread);
        return x.code()[x.thread().pc].waitsFor(x);
    }

    /** The name of a thread other than the running one that is blocked before an operation on the object. */
    static Optional<String> blockedAt(Execution x, long address) {
        for (int i = 0; i < x.state().threadCount(); i++) {
            if (i == x.thread().number || readiness(x.program(), x.state(), i) == Op.Readiness.READY) continue;
            ThreadState thread = x.state().thread(i);
            if (thread.ended) continue;
            for (Touch touch : thread.function.code()[thread.pc].touches(looking(x.program(), x.state(), i))) {
                if (touch.address() == address) return Optional.of(thread.name);
            }
        }
        return Optional.empty();
    }

    static Optional<Violation> deadlock(CompiledProgram program, State state) {
        int holder = state.atomicHolder;
        List<Integer> blocked = new ArrayList<>();
        for (int i = 0; i < state.threadCount(); i++) {
            if (holder != State.NOBODY && i != holder || state.hasEnded(i)) continue;
            if (readiness(program, state, i) == Op.Readiness.READY) return Optional.empty();
            blocked.add(i);
        }
        if (blocked.isEmpty()) return Optional.empty();
        var message = new StringBuilder("deadlock: ");
        for (int i = 0; i < blocked.size(); i++) {
            Execution x = looking(program, state, blocked.get(i));
            message.append(i == 0 ? "" : "; ")
                    .append(x.thread().name)
                    .append(" at ")
                    .append(Names.line(x.span()))
                    .append(" waits ")
                    .append(x.code()[x.thread().pc].waitsFor(x))
                    .append(holder == State.NOBODY ? "" : " inside an atomic section");
        }
        Execution x = looking(program, state, blocked.getFirst());
        SourceSpan span = x.span();
        return Optional.of(
                new Violation(Property.DEADLOCK, message.toString(), span, x.function().name, x.thread().name));
    }
}
