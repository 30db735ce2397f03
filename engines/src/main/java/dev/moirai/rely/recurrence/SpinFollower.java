package dev.moirai.rely.recurrence;

import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.State;
import dev.moirai.logic.TermPool;

/**
 * Follows one iteration of a loop inside a single step: from some instruction of the loop until the same one comes
 * again.
 */
final class SpinFollower implements Follower {
    /** By this many instructions the loop is reached, if there is one. */
    private static final int WAY_TO_THE_LOOP = 2_000;

    private static final int LONGEST_ROUND = 2_000;

    private final RoundFollower inner;
    private int count;
    private String function = "";
    private int index;
    private int depth;

    private static final class Around extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Around() {
            super(null, null, false, false);
        }
    }

    private SpinFollower(RoundFollower inner) {
        this.inner = inner;
    }

    static Round round(Machine machine, TermPool pool, State from, int thread) {
        var inner = new RoundFollower(machine, pool);
        try {
            machine.step(
                    from.fork(),
                    thread,
                    _ -> {
                        throw new NotCovered("a choice");
                    },
                    new SpinFollower(inner));
        } catch (Around _) {
            return inner.round();
        }
        throw new NotCovered("no way round");
    }

    @Override
    public void before(Moment moment) {
        count++;
        if (count < WAY_TO_THE_LOOP) return;
        if (count == WAY_TO_THE_LOOP) {
            function = moment.function();
            index = moment.index();
            depth = moment.depth();
        } else if (moment.depth() == depth
                && moment.index() == index
                && moment.function().equals(function)) {
            throw new Around();
        }
        if (count > WAY_TO_THE_LOOP + LONGEST_ROUND) throw new NotCovered("a long way round");
        inner.before(moment);
    }

    @Override
    public void after(Moment moment) {
        if (count >= WAY_TO_THE_LOOP) inner.after(moment);
    }
}
