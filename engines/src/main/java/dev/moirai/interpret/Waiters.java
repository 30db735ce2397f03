package dev.moirai.interpret;

import java.util.ArrayList;
import java.util.List;

/** Which threads can move, which wait, and what for. */
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
            return Op.Readiness.READY; // executing it reports the fault
        }
    }

    static Execution looking(CompiledProgram program, State state, int thread) {
        return new Execution(program, state, state.thread(thread), NOT_NOW, Observer.NONE);
    }

    static String waitsFor(CompiledProgram program, State state, int thread) {
        Execution x = looking(program, state, thread);
        return x.code()[x.thread().pc].waitsFor(x);
    }

    /** The threads that wait on the object and have not been woken, in order of number. */
    static List<Integer> sleepers(State state, long address) {
        var sleepers = new ArrayList<Integer>();
        for (int i = 0; i < state.threadCount(); i++) {
            ThreadState thread = state.thread(i);
            if (thread.parkedOn == address && !thread.woken) sleepers.add(i);
        }
        return sleepers;
    }
}
