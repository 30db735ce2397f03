package dev.moirai.interpret;

import dev.moirai.ir.Condition;
import dev.moirai.ir.Program;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Gives a program its meaning. It has no state of its own: one machine serves many states, also those of several
 * searching threads at the same time.
 */
public final class Machine {
    /** A step ends after so many invisible instructions. */
    public static final int LONGEST_STEP = 10_000;

    private final CompiledProgram program;

    public Machine(Program program, MachineOptions options) {
        this.program = new CompiledProgram(program, options);
    }

    public Program program() {
        return program.program();
    }

    public MachineOptions options() {
        return program.options();
    }

    /** The address of a global in a thread; nothing for a thread-local of one of so many threads that no pages are its own. */
    public OptionalLong addressOf(String global, int thread) {
        return program.addressOf(global, thread);
    }

    /** The value of a pointer to the function. */
    public long functionAddress(String function) {
        return program.functionAddress(function);
    }

    /** The state before the first step of main. */
    public State start() {
        State state = program.pristine();
        CompiledFunction main = program.function(program.program().entry());
        ThreadState thread = state.addThread("main", main, program.newThreadLocals(state, 0));
        main.clear(thread.slots, 0);
        return state;
    }

    /** The threads that can move, in order of number, including those that could only wake up spuriously. */
    public int[] enabled(State state) {
        int holder = state.atomicHolder;
        int[] enabled = new int[state.threadCount()];
        int count = 0;
        for (int i = 0; i < enabled.length; i++) {
            if (holder != State.NOBODY && i != holder) continue;
            if (Waiters.readiness(program, state, i) != Op.Readiness.BLOCKED) enabled[count++] = i;
        }
        return count == enabled.length ? enabled : Arrays.copyOf(enabled, count);
    }

    /**
     * Whether the thread has not ended and does not wait, regardless of other threads' atomic sections. That it might
     * wake up spuriously does not count.
     */
    public boolean isReady(State state, int thread) {
        return Waiters.readiness(program, state, thread) == Op.Readiness.READY;
    }

    /** What a thread waits for, in words; nothing for one that is ready or has ended. */
    public Optional<String> waitsFor(State state, int thread) {
        return state.hasEnded(thread) || isReady(state, thread)
                ? Optional.empty()
                : Optional.of(Waiters.waitsFor(program, state, thread));
    }

    /** Whether the condition holds of the state's globals. */
    public boolean holds(State state, Condition condition) {
        return program.holds(state, condition);
    }

    /**
     * The visible instruction that the thread executes next; nothing for a thread that has ended, is newborn, or whose
     * last step was cut off among invisible instructions.
     */
    public Optional<Pending> pending(State state, int thread) {
        return Races.pending(program, state, thread);
    }

    /** The thread that this thread's next instruction joins or detaches, if it does that and there is such a thread. */
    public OptionalInt handled(State state, int thread) {
        if (state.hasEnded(thread) || state.isNewborn(thread)) return OptionalInt.empty();
        Execution x = Waiters.looking(program, state, thread);
        try {
            return x.code()[x.thread().pc].handles(x);
        } catch (Halt _) {
            return OptionalInt.empty();
        }
    }

    /** What the thread's next instruction reads to find out whether it can be executed, beside what it touches. */
    public List<Touch> waitsOnMemory(State state, int thread) {
        if (state.hasEnded(thread) || state.isNewborn(thread)) return List.of();
        Execution x = Waiters.looking(program, state, thread);
        return x.code()[x.thread().pc].waitsOnMemory(x);
    }

    /** The place of the thread's next instruction; for a newborn thread, that of its start function. */
    public SourceSpan position(State state, int thread) {
        ThreadState it = state.thread(thread);
        if (it.newborn || it.ended) return it.start.function.span();
        return it.standing(it.function.code()[it.pc].instr.span()).span();
    }

    /**
     * Makes one step of an enabled thread, which changes the state. Unless the outcome is Continued, the state must not
     * be used afterwards.
     */
    public Outcome step(State state, int thread, Chooser chooser, Observer observer) {
        ThreadState own = state.own(thread);
        var x = new Execution(program, state, own, chooser, observer);
        int pc = own.pc;
        int before = pc;
        try {
            x.first = !own.newborn;
            own.newborn = false;
            if (x.first) pc = x.execute(pc);
            x.first = false;
            int budget = LONGEST_STEP;
            before = pc;
            while (pc >= 0 && budget-- > 0 && !x.code()[pc].visible) {
                before = pc;
                pc = x.execute(pc);
            }
            if (pc == Op.STOP) pc = before;
            if (pc >= 0) own.pc = pc;
            return x.outcome;
        } catch (Halt halt) {
            // A silent end is a step of its own: this step stops before it, so that what other threads could do first
            // is not lost.
            if (x.first || !(halt.outcome() instanceof Outcome.Pruned)) return halt.outcome();
            own.pc = before;
            return Outcome.CONTINUED;
        }
    }

    CompiledProgram compiled() {
        return program;
    }

    Names names(State state) {
        return new Names(program, state);
    }

    /** Makes a move again, from a state equal to the one it was made from, so that it needs the same choices. */
    public Outcome step(State state, Move move, Observer observer) {
        Iterator<Long> choices = move.choices().iterator();
        return step(state, move.thread(), _ -> choices.next(), observer);
    }

    /** Makes moves again, one after the other, while the run goes on; returns the outcome of the last move made. */
    public Outcome replay(State state, List<Move> moves, Observer observer) {
        Outcome outcome = Outcome.CONTINUED;
        for (Move move : moves) {
            outcome = step(state, move, observer);
            if (!(outcome instanceof Outcome.Continued)) break;
        }
        return outcome;
    }

    /**
     * The threads that wait on the condition or barrier at the address and have not been woken; a signal wakes one of
     * them.
     */
    public List<Integer> sleepers(State state, long address) {
        return Waiters.sleepers(state, address);
    }

    /** Whether some thread is blocked and none can move (a spurious wake-up is no move): says who waits for what. */
    public Optional<Violation> deadlock(State state) {
        return Deadlock.in(program, state);
    }

    /** Whether two threads stand before conflicting accesses. */
    public Optional<Violation> races(State state) {
        return Races.find(program, state);
    }

    /** Whether these two threads stand before conflicting accesses. */
    public Optional<Violation> race(State state, int one, int other) {
        return Races.between(program, state, one, other);
    }
}
