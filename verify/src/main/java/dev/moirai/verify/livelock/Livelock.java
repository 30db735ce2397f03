package dev.moirai.verify.livelock;

import dev.moirai.analysis.VisibleWaits;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.LassoJudge;
import dev.moirai.explore.LassoJudge.Judgement;
import dev.moirai.explore.LassoSearch;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.explore.UnansweredRun;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.ir.Program;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.TimeLimit;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.Responses;
import dev.moirai.verify.replay.EndlessReplay;
import dev.moirai.verify.replay.Replaying;
import dev.moirai.verify.terminates.Terminates;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Failure;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import dev.moirai.witness.text.VerdictLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Can it run for ever, fairly, without getting done? A file or program in, a verdict out. */
public final class Livelock {
    public enum Engine {
        /** The explicit one for a moment, then the symbolic one, and after its first look a termination proof. */
        AUTO,
        /** Every state, and the fair cycles among them. */
        EXPLICIT,
        /** Stem and lasso of a number of rounds, as one formula. */
        LASSO
    }

    /**
     * @param thread the thread that is to be kept from ending; without it, any run that never ends
     * @param response {@code "p -> q"}: a run in which p holds at some moment and q neither then nor later
     * @param bounds how far the symbolic engine looks; without them, further and further while there is time
     * @param solver whom the symbolic engine asks, by a name of {@link dev.moirai.solve.registry.Solvers}
     */
    public record Options(
            Fairness fairness,
            Optional<String> thread,
            Optional<String> response,
            Engine engine,
            Optional<List<LassoBounds>> bounds,
            long maxStates,
            String solver,
            Optional<Duration> time) {
        public static final Options DEFAULT = new Options(
                Fairness.STRONG,
                Optional.empty(),
                Optional.empty(),
                Engine.AUTO,
                Optional.empty(),
                Long.MAX_VALUE,
                "auto",
                Optional.of(Duration.ofSeconds(60)));
    }

    /** The verdict, which engine gave it, and what it cost. */
    public record Finding(Verdict verdict, String engine, Map<String, Long> counts, List<Attempt> attempts) {}

    /** The engine of a {@link Finding} that is a termination proof, with all that such a proof assumes. */
    public static final String TERMINATES = "terminates";

    private static final List<String> ASSUMED_BY_PROOFS =
            List.of("no signed overflow", "no misuse of locks", "no memory error");

    private static final Set<Property> WATCHED = EnumSet.of(Property.LIVELOCK, Property.DEADLOCK);

    /** How long an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    /** What the explicit search may spend before the symbolic one has its turn. */
    private static final int STATES_AT_FIRST = 20_000;

    private static final Duration TIME_AT_FIRST = Duration.ofSeconds(3);

    /** For a termination proof if there is no limit. */
    private static final Duration TIME_TO_PROVE = Duration.ofSeconds(30);

    private static final double FULL = 0.9;

    private Livelock() {}

    public static Answer check(Input input, Options options) {
        return check(input, options, Progress.IGNORED);
    }

    /** Throws an {@link dev.moirai.source.InputException} for what is not C we can take. */
    public static Answer check(Input input, Options options, Progress progress) {
        long began = System.nanoTime();
        var patience = options.time().map(LENIENCE::plus);
        // An engine deep in a formula does not notice that its time is up; what it knew before counts.
        var soFar = new AtomicReference<Finding>();
        Consumer<Finding> known = finding -> {
            soFar.set(finding);
            progress.of(finding.engine()).at(words(finding));
        };
        List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        var finding = TimeLimit.within(patience, () -> search(input.read(), options, known, failures))
                .or(() -> Optional.ofNullable(soFar.get()))
                .orElseGet(() -> new Finding(outOfTime(), "none", Map.of(), List.of()));
        progress.of(finding.engine()).at(words(finding));
        return new Answer(
                new Question(Question.Kind.LIVELOCK, input.file().toString(), WATCHED),
                finding.verdict(),
                evidence(input, options, finding),
                new Cost(
                        finding.engine(),
                        new Statistics((System.nanoTime() - began) / 1e9, finding.counts(), finding.attempts()),
                        List.copyOf(failures)));
    }

    private static Evidence evidence(Input input, Options options, Finding finding) {
        return switch (finding.verdict()) {
            case Verdict.Violated violated -> Evidence.of(witness(input, options, violated));
            case Verdict.Holds _ when finding.engine().equals(TERMINATES) -> new Evidence.Proof(ASSUMED_BY_PROOFS);
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ ->
                new Evidence.None();
        };
    }

    /** The last look: its bounds, sizes, what came of it; then what is known. */
    private static String words(Finding finding) {
        var parts = new ArrayList<String>();
        if (!finding.attempts().isEmpty()) {
            Attempt last = finding.attempts().getLast();
            last.bounds().forEach((name, bound) -> parts.add(name + " " + bound));
            last.sizes().forEach((name, size) -> parts.add(String.format(Locale.ROOT, "%,d %s", size, name)));
            parts.add(last.result());
        } else {
            finding.counts().forEach((name, count) -> parts.add(String.format(Locale.ROOT, "%,d %s", count, name)));
        }
        return String.join(", ", parts) + ": " + VerdictLine.words(finding.verdict());
    }

    private static Verdict outOfTime() {
        return new Verdict.Unknown(
                Interruption.isRequested() ? Reason.INTERRUPTED : new Reason(Reason.Kind.TIME, "time limit reached"));
    }

    /** For a program that is prepared: the verdict's schedule has its lasso's start. A deadlock has its own name. */
    public static Finding search(Program prepared, Options options) {
        return search(prepared, options, _ -> {}, new ArrayList<>());
    }

    /** What the answer is to be seen again by. */
    static Witness witness(Input input, Options options, Verdict.Violated violated) {
        return Replaying.witness(input, violated)
                .asking(EndlessReplay.words(options.fairness(), options.thread(), options.response()));
    }

    private static Finding search(Program prepared, Options options, Consumer<Finding> soFar, List<Failure> failures) {
        Program program = new VisibleWaits().apply(prepared);
        Limit limit = Limit.of(options.time());
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(Set.of()));
        LivenessProperty liveness = new LivenessProperty(options.fairness(), undone(program, options));
        return switch (options.engine()) {
            case EXPLICIT -> explicit(machine, liveness, exploreOptions(options.maxStates(), options.time()));
            case LASSO -> symbolic(machine, liveness, options, limit, () -> false, soFar);
            case AUTO -> auto(prepared, machine, liveness, options, limit, soFar, failures);
        };
    }

    private static Finding auto(
            Program prepared,
            Machine machine,
            LivenessProperty liveness,
            Options options,
            Limit limit,
            Consumer<Finding> soFar,
            List<Failure> failures) {
        if (options.bounds().isPresent()) return symbolic(machine, liveness, options, limit, () -> false, soFar);
        Finding first = unlessItFails(
                "explicit",
                failures,
                () -> explicit(
                        machine,
                        liveness,
                        exploreOptions(Math.min(STATES_AT_FIRST, options.maxStates()), Optional.of(TIME_AT_FIRST))));
        if (!(first.verdict() instanceof Verdict.Unknown)) return first;
        soFar.accept(first);
        // That every run ends says nothing of what is owed then.
        boolean mayProve = !(liveness.undone() instanceof LivenessProperty.Undone.Response);
        Duration share = options.time().map(time -> time.dividedBy(3)).orElse(TIME_TO_PROVE);
        BooleanSupplier alwaysEnds = () -> mayProve && provesEveryEnd(prepared, share, failures);
        Finding second =
                unlessItFails("lasso", failures, () -> symbolic(machine, liveness, options, limit, alwaysEnds, soFar));
        return failures.stream().anyMatch(failure -> failure.engine().equals("lasso")) ? first : second;
    }

    /** What an engine says; if it fails by an error of ours, that it does not know. */
    private static Finding unlessItFails(String engine, List<Failure> failures, Supplier<Finding> search) {
        try {
            return search.get();
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            failures.add(new Failure(engine, e));
            return new Finding(
                    new Verdict.Unknown(new Reason(Reason.Kind.INTERNAL_ERROR, engine + ": internal error")),
                    engine,
                    Map.of(),
                    List.of());
        }
    }

    private static boolean provesEveryEnd(Program prepared, Duration share, List<Failure> failures) {
        try {
            return Terminates.provesEveryEnd(prepared, share, failures);
        } catch (RuntimeException e) {
            failures.add(new Failure(TERMINATES, e));
            return false;
        }
    }

    private static LivenessProperty.Undone undone(Program program, Options options) {
        if (options.response().isPresent())
            return Responses.parse(options.response().get(), program);
        options.thread().ifPresent(name -> refuseUnlessThread(name, program));
        return options.thread()
                .<LivenessProperty.Undone>map(LivenessProperty.Undone.Thread::new)
                .orElseGet(LivenessProperty.Undone.Anything::new);
    }

    private static void refuseUnlessThread(String name, Program program) {
        int number = name.lastIndexOf('#');
        String function = number < 0 ? name : name.substring(0, number);
        boolean numbered = number < 0 || name.substring(number + 1).matches("[2-9]|[1-9][0-9]+");
        if (numbered && (name.equals("main") || program.functions().containsKey(function))) return;
        throw new InputException(Diagnostic.error(
                new SourceSpan(program.file(), 0, 0),
                "--thread: there is no thread '" + name + "'",
                "a thread is called by its start function; the second one of worker is 'worker#2'"));
    }

    private static Finding symbolic(
            Machine machine,
            LivenessProperty liveness,
            Options options,
            Limit limit,
            BooleanSupplier alwaysEnds,
            Consumer<Finding> soFar) {
        return new LassoDeepening(machine, liveness, options.solver(), limit, alwaysEnds, soFar)
                .search(options.bounds());
    }

    private static Finding explicit(Machine machine, LivenessProperty liveness, ExploreOptions options) {
        var search = LassoSearch.search(machine, liveness, options);
        var counts = new LinkedHashMap<String, Long>();
        counts.put("states", search.states());
        counts.put("transitions", search.transitions());
        Verdict verdict = switch (search.result()) {
            case LassoSearch.Result.None() -> new Verdict.Holds();
            case LassoSearch.Result.Unknown(var reason) -> new Verdict.Unknown(reason);
            case LassoSearch.Result.Stuck(var moves) -> LassoVerdict.deadlock(machine, moves);
            case LassoSearch.Result.Unanswered(var moves) -> unanswered(machine, liveness, moves);
            case LassoSearch.Result.Found(var run) ->
                switch (LassoJudge.judge(machine, liveness, run)) {
                    case Judgement.Confirmed confirmed -> LassoVerdict.of(machine, liveness, confirmed);
                    case Judgement.Refused(var why) ->
                        throw new IllegalStateException("a lasso of the explicit search is refused: " + why);
                };
        };
        return new Finding(verdict, "explicit", counts, List.of());
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

    private static ExploreOptions exploreOptions(long maxStates, Optional<Duration> time) {
        var options =
                ExploreOptions.DEFAULT.withMemory((long) (Runtime.getRuntime().maxMemory() * FULL));
        if (maxStates != Long.MAX_VALUE) options = options.withStates(maxStates);
        return time.isEmpty() ? options : options.withTime(time.get());
    }
}
