package dev.moirai.verify.livelock;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.LassoJudge;
import dev.moirai.explore.LassoJudge.Judgement;
import dev.moirai.explore.LassoSearch;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.explore.UnansweredRun;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Visits every state and looks for fair cycles among them. */
final class FairCycles implements Engine<LivelockQuestion, Evidence> {
    private static final EngineId ID = new EngineId("explicit", EngineId.Way.STATES);

    /** How many states it may visit before the other engines have their turn. */
    private static final int STATES_AT_FIRST = 20_000;

    private static final Duration TIME_AT_FIRST = Duration.ofSeconds(3);

    private final long mostStates;
    private final Optional<Duration> mostTime;

    FairCycles() {
        this(Long.MAX_VALUE, Optional.empty());
    }

    private FairCycles(long mostStates, Optional<Duration> mostTime) {
        this.mostStates = mostStates;
        this.mostTime = mostTime;
    }

    /** A search that gives up soon. */
    static FairCycles forAMoment() {
        return new FairCycles(STATES_AT_FIRST, Optional.of(TIME_AT_FIRST));
    }

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Evidence> run(LivelockQuestion question, Budget budget, Account<Evidence> account) {
        Machine machine = question.machine();
        var search = LassoSearch.search(machine, question.liveness(), options(question, budget));
        var counts = new LinkedHashMap<String, Long>();
        counts.put("states", search.states());
        counts.put("transitions", search.transitions());
        Verdict verdict = switch (search.result()) {
            case LassoSearch.Result.None() -> new Verdict.Holds();
            case LassoSearch.Result.Unknown(var reason) -> new Verdict.Unknown(reason);
            case LassoSearch.Result.Stuck(var moves) -> LassoVerdict.deadlock(machine, moves);
            case LassoSearch.Result.Unanswered(var moves) -> unanswered(machine, question.liveness(), moves);
            case LassoSearch.Result.Found(var run) ->
                switch (LassoJudge.judge(machine, question.liveness(), run)) {
                    case Judgement.Confirmed confirmed -> LassoVerdict.of(machine, question.liveness(), confirmed);
                    case Judgement.Refused(var why) ->
                        throw new IllegalStateException("a lasso of the explicit search is refused: " + why);
                };
        };
        return new Finding<>(ID, verdict, counts);
    }

    private static Verdict unanswered(Machine machine, LivenessProperty liveness, List<Move> moves) {
        if (!(liveness.undone() instanceof LivenessProperty.Undone.Response response))
            throw new IllegalStateException("nothing is owed");
        return switch (UnansweredRun.judge(machine, response, moves)) {
            case UnansweredRun.Judgement.Confirmed confirmed -> LassoVerdict.unanswered(machine, confirmed);
            case UnansweredRun.Judgement.Refused(var why) ->
                throw new IllegalStateException("an ending of the explicit search is refused: " + why);
        };
    }

    private ExploreOptions options(LivelockQuestion question, Budget budget) {
        var options = ExploreOptions.DEFAULT.withMemory(budget.bytes());
        long states = Math.min(mostStates, question.maxStates());
        if (states != Long.MAX_VALUE) options = options.withStates(states);
        return mostTime.or(budget::left).map(options::withTime).orElse(options);
    }
}
