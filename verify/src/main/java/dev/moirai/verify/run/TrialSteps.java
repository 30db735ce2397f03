package dev.moirai.verify.run;

import dev.moirai.interpret.Run;
import dev.moirai.schedule.Schedule;

/** The steps of a run for readers, which are made when they are asked for: of a long run that takes longer than the run. */
public final class TrialSteps {
    private final Run.Result run;

    TrialSteps(Run.Result run) {
        this.run = run;
    }

    public long steps() {
        return run.steps();
    }

    public Schedule all() {
        return run.schedule();
    }

    /** The first steps, at most so many. */
    public Schedule beginning(int most) {
        return run.beginning(most);
    }
}
