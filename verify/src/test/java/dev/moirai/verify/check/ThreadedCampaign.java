package dev.moirai.verify.check;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.TimeLimit;
import dev.moirai.verify.replay.ScheduleReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Asks all engines two questions about generated programs ({@link ThreadedPrograms}): about all that {@code check}
 * looks for by default, and about one property, which changes with the seed. The explicit search is the judge, and
 * every violation is replayed again.
 */
final class ThreadedCampaign {
    /** What {@code check} looks for by default. */
    private static final Set<Property> USUAL = Property.defaults();

    private static final List<Property> SINGLE = List.of(
            Property.ASSERTION,
            Property.DEADLOCK,
            Property.LOCK_MISUSE,
            Property.MEMORY,
            Property.DIVISION,
            Property.OVERFLOW,
            Property.DATA_RACE);

    /** Loops run at most twice, and their tests once more; so this unwinds all. */
    private static final int UNWIND = 3;

    private static final int ROUNDS = 3;
    /** What proofs are asked about, in turn. */
    private static final List<Property> PROVED = List.of(
            Property.DATA_RACE,
            Property.ASSERTION,
            Property.DEADLOCK,
            Property.DIVISION,
            Property.DEADLOCK,
            Property.MEMORY,
            Property.LOCK_MISUSE);

    /** The engine that proves has found most of its proofs by then, and otherwise takes all the time there is. */
    private static final Duration PROVING = Duration.ofSeconds(2);

    private static final long MOST_STATES = 150_000;

    private final Path folder;
    private final Set<Idiom> idioms;
    private final Set<Property> asked;
    private final Engines engines;
    private final Duration patience;

    /** Who is asked. */
    enum Engines {
        ALL,
        /**
         * The explicit search, and, about programs that fail, the engine that proves. Most programs are small, because of
         * large ones it proves nothing, be it right or wrong.
         */
        PROOFS
    }

    /**
     * @param idioms what programs may use
     * @param asked the only question about each program; if empty, there are the two questions above
     * @param patience how long one engine may take for one question
     */
    ThreadedCampaign(Path folder, Set<Idiom> idioms, Set<Property> asked, Engines engines, Duration patience) {
        this.folder = folder;
        this.idioms = idioms;
        this.asked = asked;
        this.engines = engines;
        this.patience = patience;
    }

    /** The answer of one engine in a word or two; {@code wrong} says why it is wrong, if it is. */
    record Said(String engine, String answer, Optional<String> wrong) {}

    /** The answers of all engines to one question. */
    record Comparison(long seed, String question, List<Said> said) {
        boolean isFine() {
            return said.stream().allMatch(one -> one.wrong().isEmpty());
        }
    }

    Path file(long seed) {
        return folder.resolve("seed" + seed + ".c");
    }

    /** Keeps the file of the program if some answer is wrong. */
    List<Comparison> compare(long seed) throws IOException {
        boolean isSmall = engines == Engines.PROOFS && seed % 4 != 0;
        ThreadedPrograms.Generated generated =
                isSmall ? ThreadedPrograms.small(seed, idioms) : ThreadedPrograms.of(seed, idioms);
        Path file = Files.writeString(file(seed), generated.text());
        var comparisons = new ArrayList<Comparison>();
        Program program;
        try {
            program = Preparation.prepare(CFrontend.translate(file, generated.options()));
        } catch (RuntimeException e) {
            return List.of(new Comparison(seed, "reading", List.of(failed("front end", e))));
        }
        if (asked.isEmpty() && engines == Engines.PROOFS) {
            Property one = PROVED.get((int) Math.floorMod(seed, (long) PROVED.size()));
            comparisons.add(compare(seed, program, EnumSet.of(one)));
        } else if (asked.isEmpty()) {
            comparisons.add(compare(seed, program, USUAL));
            comparisons.add(compare(seed, program, EnumSet.of(single(seed, generated.idioms()))));
        } else {
            comparisons.add(compare(seed, program, asked));
        }
        if (comparisons.stream().allMatch(Comparison::isFine)) Files.delete(file);
        return comparisons;
    }

    /** The property for a seed: all in turn, but overflow mostly for programs with arithmetic. */
    private static Property single(long seed, Set<Idiom> idioms) {
        if (idioms.contains(Idiom.ARITHMETIC) && seed % 2 == 0) return Property.OVERFLOW;
        return SINGLE.get((int) Math.floorMod(seed, (long) SINGLE.size()));
    }

    private Comparison compare(long seed, Program program, Set<Property> properties) {
        if (engines == Engines.PROOFS) return proofs(seed, program, properties);
        var said = new ArrayList<Said>();
        Answer explicit = ask(program, properties, CheckEngine.EXPLICIT, SearchBounds.GROWING);
        said.add(explicit.judged("explicit", Optional.empty()));
        if (!properties.contains(Property.DATA_RACE)) {
            Answer learning = ask(program, properties, CheckEngine.LEARNING, SearchBounds.GROWING);
            said.add(learning.judged("learning", explicit.verdict()));
        }
        Answer rising = ask(program, properties, CheckEngine.RISING, SearchBounds.GROWING);
        said.add(rising.judged("rising", explicit.verdict()));
        Answer order = ask(program, properties, CheckEngine.ORDER, SearchBounds.of(new Bounds(UNWIND, ROUNDS)));
        said.add(order.judged("order", explicit.verdict()));
        if (!properties.contains(Property.DATA_RACE)) {
            Answer lazy = ask(program, properties, CheckEngine.LAZY, SearchBounds.of(new Bounds(UNWIND, ROUNDS)));
            boolean needsMoreRounds = lazy.isWithin() && explicit.isViolated();
            if (needsMoreRounds) lazy = ask(program, properties, CheckEngine.LAZY, SearchBounds.GROWING);
            said.add(lazy.judged("lazy", explicit.verdict()));
        }
        if (CheckEngine.PROVABLE.containsAll(properties)) {
            Answer modular = ask(program, properties, CheckEngine.MODULAR, SearchBounds.GROWING, PROVING);
            said.add(modular.judged("modular", explicit.verdict()));
        }
        if (properties.equals(USUAL)) {
            Answer auto = ask(program, properties, CheckEngine.AUTO, SearchBounds.GROWING);
            said.add(auto.judged("auto", explicit.verdict()));
        }
        if (properties.equals(USUAL) && seed % 4 == 0) {
            // With bounds that grow, order begins behind what main does before its threads.
            Answer growing = ask(program, properties, CheckEngine.ORDER, SearchBounds.GROWING, PROVING);
            said.add(growing.judged("order, growing", explicit.verdict()));
        }
        String question =
                properties.equals(USUAL) ? "all" : properties.iterator().next().word();
        return new Comparison(seed, question, said);
    }

    private Comparison proofs(long seed, Program program, Set<Property> properties) {
        Answer explicit = ask(program, properties, CheckEngine.EXPLICIT, SearchBounds.GROWING);
        var said = new ArrayList<Said>();
        said.add(explicit.judged("explicit", Optional.empty()));
        if (explicit.isViolated()) {
            Answer modular = ask(program, properties, CheckEngine.MODULAR, SearchBounds.GROWING, PROVING);
            said.add(modular.judged("modular", explicit.verdict()));
        }
        return new Comparison(seed, "proofs", said);
    }

    private static Said failed(String engine, Throwable e) {
        String where = e.getStackTrace().length == 0 ? "" : " at " + e.getStackTrace()[0];
        return new Said(engine, "internal error", Optional.of(e + where));
    }

    /** A verdict, or the exception that came instead. */
    private record Answer(Optional<Verdict> verdict, Optional<Throwable> error) {
        boolean isViolated() {
            return verdict.isPresent() && verdict.get() instanceof Verdict.Violated;
        }

        boolean isWithin() {
            return verdict.isPresent() && verdict.get() instanceof Verdict.HoldsWithin;
        }

        /** @param judge the right verdict, if it is known */
        Said judged(String engine, Optional<Verdict> judge) {
            if (error.isPresent()) return failed(engine, error.get());
            Verdict mine = verdict.orElseThrow();
            Optional<String> wrong = judge.flatMap(right -> contradiction(mine, right));
            return new Said(engine, word(mine), wrong);
        }

        private static Optional<String> contradiction(Verdict mine, Verdict right) {
            boolean contradicts = (mine instanceof Verdict.Violated && right instanceof Verdict.Holds)
                    || (mine instanceof Verdict.Holds && right instanceof Verdict.Violated);
            return contradicts ? Optional.of(word(mine) + ", but explicit says " + word(right)) : Optional.empty();
        }

        private static String word(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Violated(var violation, var _) ->
                    "violated " + violation.property().word();
                case Verdict.Holds _ -> "holds";
                case Verdict.HoldsWithin _ -> "holds within";
                case Verdict.Unsupported(var construct, var _) -> "unsupported: " + construct;
                case Verdict.Unknown unknown -> "unknown: " + unknown.words();
            };
        }
    }

    private Answer ask(Program program, Set<Property> properties, CheckEngine engine, SearchBounds searchBounds) {
        return ask(program, properties, engine, searchBounds, patience);
    }

    private static Answer ask(
            Program program,
            Set<Property> properties,
            CheckEngine engine,
            SearchBounds searchBounds,
            Duration patience) {
        var question = new CheckQuestion(
                program,
                properties,
                searchBounds,
                new Backend.Embedded("auto"),
                Check.Reduction.PARTIAL_ORDER,
                MOST_STATES);
        Supplier<Finding<Shown>> search =
                () -> engine.ask(question, Budget.of(Optional.of(patience)), Account.ignored());
        try {
            // An engine does not check the time while it builds a formula.
            Optional<Finding<Shown>> found = TimeLimit.within(Optional.of(patience.multipliedBy(3)), search);
            if (found.isEmpty()) {
                return new Answer(Optional.of(new Verdict.Unknown("far beyond the time limit")), Optional.empty());
            }
            Finding<Shown> finding = found.get();
            // The failure of an engine counts even if others have answered.
            if (!finding.failures().isEmpty()) {
                return new Answer(
                        Optional.empty(),
                        Optional.of(finding.failures().getFirst().error()));
            }
            Verdict verdict = finding.verdict();
            if (verdict instanceof Verdict.Violated(var violation, var schedule)) {
                // Watch only this property, as the replay of a witness does.
                var machine = new Machine(program, MachineOptions.DEFAULT.watching(EnumSet.of(violation.property())));
                verdict = ScheduleReplay.confirmed(machine, violation, schedule);
            }
            return new Answer(Optional.of(verdict), Optional.empty());
        } catch (RuntimeException | StackOverflowError e) {
            return new Answer(Optional.empty(), Optional.of(e));
        }
    }
}
