package dev.moirai.predict;

import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.property.Violation;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
import dev.moirai.trace.RecordedTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Finds what could have gone wrong in another order of the steps of a trace. Filters leave candidates, a solver is asked about each
 * candidate, several at a time, and a judge runs every order that a solver has found.
 */
public final class Predictor {
    /**
     * @param contextBound the most context switches that count; without, the fewest that do
     * @param jobs how many candidates are looked at at a time
     */
    public record Options(
            Set<Property> properties,
            Transactions transactions,
            CausalModel model,
            OptionalInt contextBound,
            TraceSlicing slicing,
            String solver,
            int jobs) {}

    /** What became of a candidate. */
    public enum Fate {
        /** A solver has found an order, and the judge has run it and seen the violation. */
        CONFIRMED,
        /** A solver has found an order, but the run of that order did not show the violation. */
        NOT_REPLAYED,
        /** Possible in a causal model that ignores data; not run. */
        POSSIBLE,
        /** No order of the trace's steps shows it. */
        REFUTED,
        /** No order within the context bound shows it. */
        REFUTED_WITHIN_BOUND,
        /** Not decided. */
        OPEN
    }

    /**
     * A candidate with its fate.
     *
     * @param sites the places in the program, in the order the property tells them, and {@code threads} whose they are
     * @param name the candidate, as a person would name it
     * @param places the places in the source, the same for candidates that are one bug
     * @param shown what the judge saw, if confirmed
     * @param switches how many context switches it takes, if confirmed
     * @param reason why it is open or did not replay
     */
    public record Decided(
            List<InstrSite> sites,
            List<Integer> threads,
            String name,
            String places,
            Property property,
            Fate fate,
            Optional<Judge.Ruling.Confirmed> shown,
            OptionalInt switches,
            String reason) {
        public Optional<Violation> violation() {
            return shown.map(Judge.Ruling.Confirmed::violation);
        }
    }

    /** How the candidates of a property fared, filter by filter. */
    public record Stages(int candidates, int afterLocks, int afterOrder, Map<Fate, Integer> fates) {
        Stages and(Stages other) {
            Map<Fate, Integer> sums = new EnumMap<>(Fate.class);
            sums.putAll(fates);
            other.fates.forEach((fate, count) -> sums.merge(fate, count, Integer::sum));
            return new Stages(
                    candidates + other.candidates, afterLocks + other.afterLocks, afterOrder + other.afterOrder, sums);
        }

        public int count(Fate fate) {
            return fates.getOrDefault(fate, 0);
        }
    }

    /** How far the work has come. */
    public record Progress(int confirmed, int refuted, int open) {}

    /**
     * @param transactions how many the trace has
     * @param relevantSteps how many steps the largest formula speaks of
     */
    public record Result(
            Map<Property, Stages> stages, List<Decided> decided, int transactions, int steps, int relevantSteps) {
        /** Both together: of two traces of one program. */
        public Result and(Result other) {
            Map<Property, Stages> sums = new LinkedHashMap<>(stages);
            other.stages.forEach((property, more) -> sums.merge(property, more, Stages::and));
            var all = new ArrayList<>(decided);
            all.addAll(other.decided);
            return new Result(
                    sums,
                    all,
                    transactions + other.transactions,
                    steps + other.steps,
                    Math.max(relevantSteps, other.relevantSteps));
        }
    }

    /** The least number of solvers among which the candidates are divided, however many cores there are. */
    private static final int STRANDS = 4;

    private final TraceProgram program;
    private final Options options;
    private final Limit limit;
    private final Slicer slicer;
    private final Judge judge;
    private final Set<StepNode> points = new HashSet<>();
    private final AtomicInteger confirmed = new AtomicInteger();
    private final AtomicInteger refuted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger relevant = new AtomicInteger();
    private DeadlockCandidates.Lengths cycleLengths = DeadlockCandidates.Lengths.ALL;

    public Predictor(TraceOrigin origin, RecordedTrace trace, Judge judge, Options options, Limit limit) {
        this.judge = judge;
        this.options = options;
        this.limit = limit;
        this.program = new TraceProgram(trace);
        // In the maximal model every thread sees what it saw in the trace, so results of attempts are fixed.
        if (options.model() != CausalModel.MAXIMAL) Attempts.find(program, origin);
        this.slicer = new Slicer(program, options.model(), options.slicing(), origin);
    }

    public Result run(Consumer<Progress> progress) {
        return run(progress, Optional.empty());
    }

    /** @param others who decide the candidates, if not this machine */
    public Result run(Consumer<Progress> progress, Optional<CandidateFates.Deciders> others) {
        Map<Property, Candidates> found = candidates();
        List<Candidate> all = all(found);
        List<Decided> decided = others.isPresent() && all.size() > 1
                ? decided(all, others.get().decide(all.size(), CandidatesFingerprint.of(all)), progress)
                : decide(all, progress);
        List<Decided> stuck = options.properties().contains(Property.DEADLOCK) ? stuck(decided) : List.of();
        decided.addAll(stuck);
        found.forEach((property, candidates) -> {
            if (candidates.isInterrupted()) decided.add(Examiner.notLookedFor(property, limit.reason()));
        });
        Map<Property, Stages> stages = new LinkedHashMap<>();
        found.forEach((property, candidates) -> {
            int asked = property == Property.DEADLOCK ? stuck.size() : 0;
            stages.put(property, stages(property, candidates.counts(), asked, decided));
        });
        int transactions = options.properties().contains(Property.ATOMICITY)
                ? AtomicityCandidates.count(program, options.transactions())
                : 0;
        return new Result(stages, decided, transactions, program.nodes().size(), relevant.get());
    }

    private Map<Property, Candidates> candidates() {
        Map<Property, Candidates> found = new LinkedHashMap<>();
        for (Property property : options.properties()) found.put(property, candidates(property));
        return found;
    }

    private List<Candidate> all(Map<Property, Candidates> found) {
        List<Candidate> all = inTurn(found.values());
        open.set(all.size());
        for (Candidate candidate : all) candidate.claims().forEach(claim -> points.addAll(claim.points()));
        return all;
    }

    // ---- some candidates here, others elsewhere ----------------------------------------------------------------

    /** Decides the candidates with the numbers {@code first}, {@code first + step} and so on. */
    public CandidateFates decideSome(int first, int step, String fingerprint) {
        List<Candidate> all = all(candidates());
        if (!CandidatesFingerprint.of(all).equals(fingerprint))
            throw new IllegalStateException("the candidates are others");
        var fated = new ArrayList<CandidateFates.Fated>();
        var seen = new Object() {
            private Optional<Forecast> forecast = Optional.empty();
        };
        Judge remembering = forecast -> {
            Judge.Ruling ruling = judge.judge(forecast);
            if (ruling instanceof Judge.Ruling.Confirmed) seen.forecast = Optional.of(forecast);
            return ruling;
        };
        inParallel(List.of(() -> {
            var examiner = new Examiner(program, slicer, points, remembering, options, limit);
            try {
                for (int i = first; i < all.size(); i += step) {
                    Decided decided = examiner.decide(all.get(i));
                    boolean isConfirmed = decided.fate() == Fate.CONFIRMED;
                    fated.add(new CandidateFates.Fated(
                            i, decided.fate(), isConfirmed ? seen.forecast : Optional.empty(), decided.reason()));
                }
            } finally {
                close(examiner);
            }
            return true;
        }));
        return new CandidateFates(fated, relevant.get());
    }

    /** What others say, as this machine sees it: it runs every order itself, and decides what they have left out. */
    private List<Decided> decided(List<Candidate> all, CandidateFates others, Consumer<Progress> progress) {
        relevant.accumulateAndGet(others.relevantSteps(), Math::max);
        var byIndex = new Decided[all.size()];
        for (CandidateFates.Fated each : others.fates()) {
            Candidate candidate = all.get(each.candidate());
            if (each.forecast().isEmpty()) {
                if (each.fate() != Fate.CONFIRMED) {
                    byIndex[each.candidate()] = Examiner.plain(candidate, each.fate(), each.reason());
                }
            } else if (judge.judge(each.forecast().get()) instanceof Judge.Ruling.Confirmed shown) {
                byIndex[each.candidate()] = Examiner.confirmed(
                        candidate, shown, each.forecast().get().switches());
            }
        }
        inParallel(List.of(() -> {
            Examiner examiner = examiner();
            try {
                for (int i = 0; i < byIndex.length; i++) {
                    if (byIndex[i] == null) byIndex[i] = examiner.decide(all.get(i));
                    count(byIndex[i], progress);
                }
            } finally {
                close(examiner);
            }
            return true;
        }));
        return new ArrayList<>(Arrays.asList(byIndex));
    }

    /** The branches of the trace that could have gone the other way. */
    public BranchFlips.Result flips() {
        var result = new ArrayList<BranchFlips.Result>(1);
        BranchFlips.claims(program, slicer.origin()).values().forEach(claims -> {
            for (Claim claim : claims) points.addAll(claim.points());
        });
        inParallel(List.of(() -> {
            Examiner examiner = examiner();
            try {
                return result.add(new BranchFlips(program, slicer, examiner, limit).find());
            } finally {
                close(examiner);
            }
        }));
        return result.getFirst();
    }

    /** One candidate of every place first, then a second of each: when time is short, no place is left out. */
    private static List<Candidate> inTurn(Collection<Candidates> found) {
        Map<String, Integer> seen = new HashMap<>();
        Map<Integer, List<Candidate>> turns = new TreeMap<>();
        for (Candidates candidates : found) {
            for (Candidate candidate : candidates.left()) {
                int turn = seen.merge(candidate.places(), 1, Integer::sum);
                turns.computeIfAbsent(turn, _ -> new ArrayList<>()).add(candidate);
            }
        }
        return turns.values().stream().flatMap(List::stream).toList();
    }

    private Candidates candidates(Property property) {
        return switch (property) {
            case ASSERTION, EXCEPTION -> OtherCandidates.failures(property, slicer.assertions(), limit);
            case LOCK_MISUSE -> OtherCandidates.misuses(program, limit);
            case DATA_RACE -> RaceCandidates.of(program, limit);
            case DEADLOCK -> {
                DeadlockCandidates.Found cycles = DeadlockCandidates.of(program, limit);
                cycleLengths = cycles.lengths();
                yield cycles.candidates();
            }
            case ATOMICITY -> AtomicityCandidates.of(program, options.transactions(), limit);
            case MEMORY, DIVISION, OVERFLOW, LIVELOCK ->
                throw new IllegalArgumentException("not predicted: " + property.word());
        };
    }

    /** @param asked how many questions were about the whole trace, not about candidates of the filters */
    private static Stages stages(Property property, Candidates.Counts counts, int asked, List<Decided> decided) {
        Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
        for (Decided each : decided) if (each.property() == property) fates.merge(each.fate(), 1, Integer::sum);
        return new Stages(counts.candidates() + asked, counts.afterLocks() + asked, counts.afterOrder() + asked, fates);
    }

    // ---- deciding ----------------------------------------------------------------------------------------------

    /**
     * Every candidate belongs to a strand with a solver of its own, and every strand to one worker. So what a solver has learnt
     * before a question, and with it the order it finds, does not depend on the speed of the workers.
     */
    private List<Decided> decide(List<Candidate> all, Consumer<Progress> progress) {
        int jobs = Math.max(1, Math.min(options.jobs(), all.size()));
        int strands = Math.max(STRANDS, options.jobs());
        var byIndex = new Decided[all.size()];
        var work = new ArrayList<Callable<Boolean>>();
        for (int job = 0; job < jobs; job++) {
            int own = job;
            work.add(() -> {
                var examiners = new TreeMap<Integer, Examiner>();
                try {
                    for (int i = 0; i < all.size(); i++) {
                        int strand = i % strands;
                        if (strand % jobs != own) continue;
                        byIndex[i] = examiners
                                .computeIfAbsent(strand, _ -> examiner())
                                .decide(all.get(i));
                        count(byIndex[i], progress);
                    }
                } finally {
                    examiners.values().forEach(this::close);
                }
                return true;
            });
        }
        inParallel(work);
        return new ArrayList<>(Arrays.asList(byIndex));
    }

    private void close(Examiner examiner) {
        relevant.accumulateAndGet(examiner.largest(), Math::max);
        examiner.close();
    }

    /** Looks for deadlocks other than cycles of locks. */
    private List<Decided> stuck(List<Decided> decided) {
        Set<String> beyond = StuckSearch.beyondCycles(program, cycleLengths);
        if (beyond.isEmpty()) return List.of();
        var result = new ArrayList<Decided>();
        inParallel(List.of(() -> {
            Examiner examiner = examiner();
            try {
                List<Decided> cycles = decided.stream()
                        .filter(each -> each.property() == Property.DEADLOCK)
                        .toList();
                return result.addAll(new StuckSearch(examiner).run(beyond, cycles));
            } finally {
                close(examiner);
            }
        }));
        return result;
    }

    /** One worker for each; terms nest deeply, so they have large stacks. */
    private static void inParallel(List<Callable<Boolean>> work) {
        try (var pool = Executors.newFixedThreadPool(
                work.size(), Thread.ofPlatform().daemon().stackSize(1L << 28).factory())) {
            for (Future<Boolean> result : pool.invokeAll(work)) result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            if (e.getCause() instanceof Error cause) throw cause;
            throw new IllegalStateException(e.getCause());
        }
    }

    private Examiner examiner() {
        return new Examiner(program, slicer, points, judge, options, limit);
    }

    private void count(Decided decided, Consumer<Progress> progress) {
        open.decrementAndGet();
        switch (decided.fate()) {
            case CONFIRMED, POSSIBLE -> confirmed.incrementAndGet();
            case REFUTED, REFUTED_WITHIN_BOUND, NOT_REPLAYED -> refuted.incrementAndGet();
            case OPEN -> open.incrementAndGet();
        }
        progress.accept(new Progress(confirmed.get(), refuted.get(), open.get()));
    }
}
