package dev.moirai.rely.transition;

import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Follows a run of the interpreter in the transition system of its program, and tells every step that the system must be
 * able to make. That a certificate speaks of all executions rests on the system having them: no solver can confirm that,
 * but every run can refute it.
 */
public final class RunShadow implements Follower {
    /** A transition system before anything is taken out of it, which runs of its program can be held against. */
    public static final class Original {
        private final Extracted extracted;
        private final Purpose purpose;

        private Original(Extracted extracted, Purpose purpose) {
            this.extracted = extracted;
            this.purpose = purpose;
        }

        /** Throws an {@link UnsupportedException} for programs that a transition system cannot express. */
        public static Original of(Program program, Purpose purpose) {
            return new Original(Extraction.of(program, Conduct.of(purpose)), purpose);
        }

        /** The same where other proofs say that these properties are not violated: runs end where they are. */
        public static Original of(Program program, Purpose purpose, Set<Property> others) {
            return new Original(Extraction.of(program, Conduct.beside(purpose, others)), purpose);
        }

        /** Whether the system says of every thread that is blocked that it may be. */
        public boolean saysWhoWaits() {
            return purpose == Purpose.WAITING;
        }

        public TransitionSystem system() {
            return extracted.system();
        }

        /** The system without what makes no difference. */
        public TransitionSystem sliced() {
            return Slicing.slice(extracted.system());
        }

        public RunShadow follow(Machine machine, State state, Consumer<ObservedStep> told) {
            return new RunShadow(this, machine, state, told);
        }
    }

    private final Extracted extracted;
    private final Purpose purpose;
    private final State state;
    private final Bearings bearings;
    private final Consumer<ObservedStep> told;
    /** How a thread goes on that has started another. */
    private final Path.Mode afterStart;

    private final List<Walker> walkers = new ArrayList<>();
    /** How many instructions the interpreter's step has had. */
    private int instructions;

    /** Where a thread of the run is. */
    private static final class Walker {
        Path.Mode mode = Path.Mode.PLAIN;
        /** The location it was at last, and what variables held there. */
        int location;

        Map<Integer, BigInteger> now = Map.of();
        /** Whether it is on its way to the next location. */
        boolean isUnderWay;
        /** Whether it stands before what ends the run silently. */
        boolean isHalted;
        /** The calls at which its function ended, if it is in what threads do last. */
        List<FlatCode.Origin> above = List.of();

        /** The calls and the instruction at which its function may end. */
        List<FlatCode.Origin> last = List.of();

        int at;
        SourceSpan span = SourceSpan.NOWHERE;
    }

    private RunShadow(Original original, Machine machine, State state, Consumer<ObservedStep> told) {
        this.extracted = original.extracted;
        this.purpose = original.purpose;
        this.state = state;
        this.afterStart = LifeSteps.afterStart(extracted.instances());
        this.bearings = new Bearings(extracted, machine, state);
        this.told = told;
        var main = new Walker();
        main.mode = Path.Mode.ALONE;
        main.location = extracted.system().thread(0).start();
        walkers.add(main);
    }

    /** What variables hold before the first step. */
    public Map<Integer, BigInteger> initial() {
        return bearings.values(0, List.of());
    }

    /**
     * The thread that must move next, if there is one: it is inside what the system does in one step. Threads that are
     * started one after the other are such a step, as nobody can tell whether another has moved in between.
     */
    public OptionalInt underWay() {
        for (int i = 0; i < walkers.size(); i++) {
            if (walkers.get(i).isUnderWay && !walkers.get(i).isHalted) return OptionalInt.of(i);
        }
        return OptionalInt.empty();
    }

    /** Where a thread stands that is blocked, and what variables hold: a step to where it stands. */
    public Optional<ObservedStep> standing(int thread) {
        Walker walker = walkers.get(thread);
        if (walker.isUnderWay) return Optional.empty();
        Map<Integer, BigInteger> now = bearings.values(thread, bearings.calls(thread, walker.above));
        int kind = bearings.instance(thread).number();
        return Optional.of(new ObservedStep(kind, walker.location, walker.location, now, now, walker.span));
    }

    /** The thread is about to make a step of the interpreter. */
    public void begins(int thread) {
        instructions = 0;
        Walker walker = walkers.get(thread);
        if (walker.isUnderWay) return;
        walker.isUnderWay = true;
        List<FlatCode.Origin> calls = bearings.calls(thread, walker.above);
        walker.now = bearings.values(thread, calls);
        if (state.isNewborn(thread)) {
            walker.at = 0;
            if (thread > 0) passed(thread, walker, calls);
        }
    }

    @Override
    public void before(Moment moment) {
        instructions++;
        Walker walker = walkers.get(moment.thread());
        walker.span = moment.instr().span();
        List<FlatCode.Origin> calls = bearings.calls(moment.thread(), walker.above);
        walker.at = at(moment.thread(), calls, moment.index());
        bearings.confirmTarget(moment.thread(), walker.at, moment);
        if (moment.instr() instanceof Instr.Terminal && walker.above.isEmpty()) {
            walker.last = new ArrayList<>(calls);
            walker.last.add(bearings.origin(moment.thread(), moment.depth() - 1, moment.index()));
        }
    }

    private int at(int thread, List<FlatCode.Origin> calls, int position) {
        FlatCode.Origin next = bearings.origin(thread, state.depth(thread) - 1, position);
        return bearings.instance(thread)
                .code()
                .position(new FlatCode.Standing(calls, next))
                .orElseThrow(() -> new NotSimulatedException("no code for " + calls + " " + next));
    }

    @Override
    public void after(Moment moment) {
        int thread = moment.thread();
        Walker walker = walkers.get(thread);
        switch (moment.instr()) {
            case Instr.AtomicBegin _ -> walker.mode = Path.Mode.ATOMIC;
            case Instr.AtomicEnd _ -> walker.mode = Path.Mode.PLAIN;
            case Instr.Spawn _ -> {
                bearings.started(thread, walker.at);
                var child = new Walker();
                walkers.add(child);
                child.location = extracted
                        .system()
                        .thread(bearings.instance(walkers.size() - 1).number())
                        .start();
                if (walker.mode != Path.Mode.ATOMIC) walker.mode = afterStart;
            }
            case Instr.Alloc alloc -> bearings.allocated(thread, walker.at, moment.value(alloc.into()));
            case Instr.Resize resize -> bearings.allocated(thread, walker.at, moment.value(resize.into()));
            default -> {}
        }
        if (moment.next() < 0) {
            // When main ends, so does the run.
            if (state.hasEnded(thread))
                arrive(thread, walker, bearings.extraction(thread).ended(), List.of());
            return;
        }
        boolean isLeaving = moment.instr() instanceof Instr.Terminal && moment.depth() == 1;
        if (isLeaving && extracted.program().threadEpilogue().equals(Optional.of(moment.function()))) {
            walker.above = walker.last;
        }
        List<FlatCode.Origin> calls = bearings.calls(thread, walker.above);
        int before = walker.at;
        walker.at = at(thread, calls, moment.next());
        // A location lies behind the jumps that lead to it, and a call is often not even a jump.
        boolean isJump = bearings.instance(thread).flow().settled(before) != before
                || moment.instr() instanceof Instr.Call && walker.at == before;
        if (!isJump) passed(thread, walker, calls);
    }

    /** The thread has come to an instruction: perhaps it is a location. */
    private void passed(int thread, Walker walker, List<FlatCode.Origin> calls) {
        OptionalInt stop = bearings.extraction(thread).stop(walker.at, walker.mode);
        if (stop.isEmpty()) return;
        int settled = bearings.instance(thread).flow().settled(walker.at);
        bearings.confirmConstants(thread, settled, calls);
        arrive(thread, walker, stop.getAsInt(), calls);
    }

    private void arrive(int thread, Walker walker, int location, List<FlatCode.Origin> calls) {
        Map<Integer, BigInteger> next = bearings.values(thread, calls);
        tell(thread, walker, location, next);
        walker.location = location;
        walker.now = next;
        walker.isUnderWay = false;
        if (walker.mode == Path.Mode.STARTING) walker.mode = Path.Mode.PLAIN;
    }

    private void tell(int thread, Walker walker, int target, Map<Integer, BigInteger> next) {
        int kind = bearings.instance(thread).number();
        told.accept(new ObservedStep(kind, walker.location, target, walker.now, next, walker.span));
    }

    /** Whether a violation is the failure of the system. */
    private boolean isAskedAbout(Property violated) {
        return switch (purpose) {
            case TERMINATION, SAFETY, WAITING -> violated == Property.ASSERTION;
            case MISUSE -> violated == Property.LOCK_MISUSE;
            // Some are assertions of the program's own.
            case MEMORY -> violated == Property.MEMORY || violated == Property.ASSERTION;
        };
    }

    /** The step of the interpreter is over, with this outcome. */
    public void ends(int thread, Outcome outcome) {
        Walker walker = walkers.get(thread);
        if (outcome instanceof Outcome.Violated(var violation) && isAskedAbout(violation.property())) {
            tell(thread, walker, bearings.extraction(thread).failed(), Map.of());
        }
        // Where others can move, the interpreter stops before what ends the run silently, and what was done counts.
        boolean stopped = outcome instanceof Outcome.Continued && walker.isUnderWay && walker.mode == Path.Mode.PLAIN;
        if (!stopped || walker.isHalted || instructions >= Machine.LONGEST_STEP) return;
        walker.isHalted = true;
        tell(thread, walker, ObservedStep.ANYWHERE, bearings.globals(thread));
    }
}
