package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.CountedLoops;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.solve.Limit;

/**
 * How much unwinding a plain run of the program needs: one in which threads are seldom interrupted. A program that
 * starts a hundred threads in a loop before anything can happen is uninteresting within smaller bounds, which a search
 * may leave out. Only a hint: other runs may need more or less.
 */
final class Rehearsal {
    /** Runs that need more unwinding or more steps make too large a formula to begin with. */
    private static final int MOST_UNWINDING = 256;

    private static final long MOST_STEPS = 5_000;

    private final BoundedQuestion question;
    private final Limit limit;

    Rehearsal(BoundedQuestion question, Limit limit) {
        this.question = question;
        this.limit = limit;
    }

    /** The least power of two, from {@code least} on, that covers the run; {@code least} if the run is too long. */
    int unwinding(int least) {
        if (!covers(MOST_UNWINDING)) return least;
        int unwind = least;
        while (unwind < MOST_UNWINDING && !covers(unwind)) unwind *= 2;
        return unwind;
    }

    private boolean covers(int unwind) {
        if (limit.isReached()) return false;
        BoundOptions bounds = question.searchBounds().unwinding(unwind);
        var machine = new Machine(
                CountedLoops.in(question.program(), bounds).program(),
                MachineOptions.DEFAULT.watching(question.properties()));
        var scheduler = new StoppedScheduler(new SteadyScheduler(0), limit::isReached);
        Outcome outcome = Run.drive(machine, scheduler, Observer.NONE, MOST_STEPS).outcome();
        return !(outcome instanceof Outcome.LimitReached || outcome instanceof Outcome.Continued);
    }
}
