package dev.moirai.rely.rule;

import dev.moirai.property.Schedulers;
import dev.moirai.rely.transition.Reduction;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a thread always ends, under every scheduler or under every strongly fair one; and the form of the system on
 * each rung of the ladder. A proof on a low rung holds for every scheduler, and so for the fair ones.
 */
public final class ProofQuestion {
    private final TransitionSystem system;
    private final int thread;
    private final Optional<TransitionSystem> reduced;
    private final Optional<TransitionSystem> counted;
    private final Map<Exposure, Optional<Set<List<Integer>>>> control = new EnumMap<>(Exposure.class);
    private Optional<FairSteps> fairSteps = Optional.empty();

    public ProofQuestion(TransitionSystem system, int thread, Schedulers schedulers) {
        this.system = system;
        this.thread = thread;
        this.reduced = Reduction.reduce(system);
        this.counted =
                schedulers == Schedulers.ALL ? Optional.empty() : Optional.of(FairSteps.extended(system, thread));
    }

    public int thread() {
        return thread;
    }

    /** Whether the rung differs from those below it. */
    public boolean has(Exposure exposure) {
        boolean copies = system.threads().stream().anyMatch(ThreadSystem::isMany);
        return switch (exposure) {
            case MODULAR -> true;
            case PAIRS -> false;
            case SECTIONS -> reduced.isPresent();
            case VIEWS -> reduced.isEmpty() && hasViewers();
            case SECTION_VIEWS -> reduced.isPresent() && hasViewers();
            case CONTROL, FULL -> !copies && control(exposure).isPresent();
        };
    }

    private boolean hasViewers() {
        return !ViewsRule.viewers(system, thread).isEmpty();
    }

    /**
     * The system that proofs on a rung are about. Under fairness critical sections stay several steps where steps
     * are counted, because merging them changes which threads are enabled.
     */
    public TransitionSystem system(Exposure exposure) {
        return switch (exposure) {
            case MODULAR, VIEWS, PAIRS -> system;
            case SECTIONS, SECTION_VIEWS -> reduced.orElse(system);
            case CONTROL, FULL -> counted.orElseGet(() -> reduced.orElse(system));
        };
    }

    /** The combinations of places at which all threads can stand; empty if there are too many. */
    Optional<Set<List<Integer>>> control(Exposure exposure) {
        return control.computeIfAbsent(exposure, rung -> ControlStates.of(system(rung)));
    }

    Optional<FairSteps> fairSteps() {
        if (counted.isPresent() && fairSteps.isEmpty()) {
            fairSteps = Optional.of(new FairSteps(counted.get(), thread));
        }
        return fairSteps;
    }
}
