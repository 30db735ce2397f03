package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Landmark;
import dev.moirai.bound.Landmark.Kind;
import dev.moirai.bound.Landmarks;
import dev.moirai.bound.Origin;
import dev.moirai.bound.Site;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records which landmarks of a program are reached by queries within growing bounds. What one query reaches, larger
 * ones reach too, so each query is only asked about what is missing: first the text of its program, which lacks
 * unreachable code, then the solver.
 */
public final class Visits {
    /**
     * The time for these questions, which only affect the words of the verdict. What is not known by then counts as
     * reached.
     */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Program program;
    private final Set<Property> properties;
    private final Set<Landmark> reached = new HashSet<>();
    private @Nullable List<Landmark> landmarks;

    public Visits(Program program, Set<Property> properties) {
        this.program = program;
        this.properties = properties;
    }

    /** Gives the condition under which control reaches an instruction of a bounded thread. */
    interface Arrivals {
        int term(int thread, int index);
    }

    /** What is unreached as far as the text of the bounded program tells. */
    Unreached after(BoundedProgram bounded) {
        return unreached(missing(bounded.copied()::contains), bounded.copied()::contains);
    }

    /**
     * What is unreached by an engine that executes the program; {@code seen} are all instructions it has executed,
     * except labels.
     */
    public Unreached after(Set<Site> seen) {
        Predicate<Site> isSeen = site -> seen.contains(behindLabels(site));
        return unreached(missing(isSeen), isSeen);
    }

    private Site behindLabels(Site site) {
        List<Instr> body = program.function(site.function()).body();
        int index = site.index();
        while (index + 1 < body.size() && body.get(index) instanceof Instr.Label) index++;
        return new Site(site.function(), index);
    }

    /** @param solver in which all constraints of executions have been asserted */
    Unreached after(BoundedProgram bounded, Arrivals arrivals, TermPool pool, Solver solver, Limit limit) {
        Predicate<Site> isCopied = bounded.copied()::contains;
        var missed = new LinkedHashSet<>(missing(isCopied));
        Map<Landmark, Integer> open = conditions(bounded, missed, arrivals, pool);
        Limit patience = limit.within(PATIENCE);
        while (!open.isEmpty()) {
            int any = TermPool.FALSE;
            for (int condition : open.values()) any = pool.or(any, condition);
            switch (solver.check(patience, any)) {
                case Satisfiability.Unsat _ -> {
                    missed.addAll(open.keySet());
                    return unreached(missed, isCopied);
                }
                case Satisfiability.Unknown _ -> open.clear();
                case Satisfiability.Sat(var model) -> {
                    var evaluator = new Evaluator(pool, model);
                    open.forEach((landmark, condition) -> {
                        if (evaluator.isTrue(condition)) reached.add(landmark);
                    });
                    open.keySet().removeAll(reached);
                }
            }
        }
        return unreached(missed, isCopied);
    }

    private List<Landmark> landmarks() {
        if (landmarks == null) landmarks = Landmarks.of(program);
        return landmarks;
    }

    /** The missing landmarks that have none of these sites. */
    private Set<Landmark> missing(Predicate<Site> there) {
        var missed = new LinkedHashSet<Landmark>();
        for (Landmark landmark : landmarks()) {
            if (!reached.contains(landmark) && landmark.sites().stream().noneMatch(there)) {
                missed.add(landmark);
            }
        }
        return missed;
    }

    /** For each landmark that is still missing but stands in the text, the condition under which control reaches it. */
    private Map<Landmark, Integer> conditions(
            BoundedProgram bounded, Set<Landmark> missed, Arrivals arrivals, TermPool pool) {
        Map<Site, List<Landmark>> wanted = new HashMap<>();
        for (Landmark landmark : landmarks()) {
            if (reached.contains(landmark) || missed.contains(landmark)) continue;
            for (Site site : landmark.sites()) {
                wanted.computeIfAbsent(site, _ -> new ArrayList<>()).add(landmark);
            }
        }
        if (wanted.isEmpty()) return Map.of();
        Map<Landmark, Integer> conditions = new LinkedHashMap<>();
        for (BoundedThread thread : bounded.threads()) {
            for (int i = 0; i < thread.origins().size(); i++) {
                Origin origin = thread.origins().get(i);
                for (Landmark landmark : wanted.getOrDefault(new Site(origin.function(), origin.index()), List.of())) {
                    boolean isCut = thread.body().get(i) instanceof Instr.Cut;
                    int here = isCut ? TermPool.FALSE : arrivals.term(thread.number(), i);
                    conditions.merge(landmark, here, (one, other) -> pool.or(one, other));
                }
            }
        }
        return conditions;
    }

    // ---- in words ----------------------------------------------------------------------------------------------

    /** The result in words that concern the question: assertions are only counted if they were asked about. */
    private Unreached unreached(Set<Landmark> missed, Predicate<Site> there) {
        boolean isEverything = properties.stream().allMatch(property -> isIdle(property, missed));
        var words = new ArrayList<String>();
        count(Kind.THREAD, missed).ifPresent(of -> words.add(of + " threads never started"));
        if (properties.contains(Property.ASSERTION)) {
            count(Kind.ASSERTION, missed).ifPresent(of -> words.add(of + " assertions never reached"));
        }
        if (isEverything && properties.contains(Property.DEADLOCK)) words.add("no thread comes to where it may wait");
        if (isEverything && properties.contains(Property.LOCK_MISUSE)) words.add("no lock is used, nor the like");
        missed.stream()
                .filter(landmark -> landmark.kind() == Kind.LOOP_EXIT)
                .filter(landmark -> isEntered(landmark, there))
                .findFirst()
                .ifPresent(loop -> words.add("loop at " + loop.span().place() + " never left"));
        return new Unreached(words, isEverything);
    }

    /** Whether the loop is entered; loops after one that is never left are not. */
    private boolean isEntered(Landmark exit, Predicate<Site> there) {
        List<Instr> body = program.function(program.entry()).body();
        return IntStream.range(0, body.size())
                .filter(i -> body.get(i).span().equals(exit.span()))
                .anyMatch(i -> there.test(new Site(program.entry(), i)));
    }

    private Optional<String> count(Kind kind, Set<Landmark> missed) {
        long all = landmarks().stream().filter(mark -> mark.kind() == kind).count();
        long none = missed.stream().filter(mark -> mark.kind() == kind).count();
        return none == 0 ? Optional.empty() : Optional.of(none + " of " + all);
    }

    /** Whether the program has places that the property is about, and none was reached. */
    private boolean isIdle(Property property, Set<Landmark> missed) {
        Set<Kind> kinds = Landmark.of(property);
        List<Landmark> own =
                landmarks().stream().filter(mark -> kinds.contains(mark.kind())).toList();
        return !own.isEmpty() && missed.containsAll(own);
    }
}
