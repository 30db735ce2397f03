package dev.moirai.verify.bounded;

import dev.moirai.emit.Dialect;
import dev.moirai.emit.EmittedC;
import dev.moirai.emit.EmittedC.Mark;
import dev.moirai.emit.SequentialC;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Source;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.text.Figures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A sequentialized program, decided by CBMC: its input is the emitted C, and the values that its counterexample stores
 * are the model that is followed and replayed. CBMC's model of memory differs from ours, so a failure that does not
 * replay is no answer.
 */
final class CbmcQuery implements BoundedQuery {
    private final BoundedQuestion question;
    private final Sequentialized sequentialized;
    private final EmittedC emitted;
    private final Path folder;
    private final Cbmc cbmc;

    CbmcQuery(BoundedQuestion question, String command, Sequentialized sequentialized) {
        this.question = question;
        this.sequentialized = sequentialized;
        cbmc = new Cbmc(command);
        emitted = sequentialized.timed("emitting", () -> SequentialC.write(sequentialized.program(), Dialect.CBMC));
        try {
            folder = Files.createTempDirectory("moirai-cbmc");
            Files.writeString(file(), emitted.text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file() {
        return folder.resolve("sequential.c");
    }

    @Override
    public boolean needsMoreUnwinding() {
        return sequentialized.needsMoreUnwinding();
    }

    @Override
    public String size() {
        return Figures.grouped(emitted.text().lines().count()) + " lines of C";
    }

    @Override
    public Result ask(Limit limit) {
        return sequentialized.timed("solving", () -> switch (cbmc.ask(file(), options(), limit)) {
            case Cbmc.Reply.Holds() -> new Result.Clean(beyond(limit));
            case Cbmc.Reply.Fails(var what, var values) -> replayed(what, values);
            case Cbmc.Reply.Unknown(var reason) -> new Result.Unknown(reason);
        });
    }

    private List<String> options() {
        var options = new ArrayList<String>();
        options.add(question.program().model().pointerBytes() == 4 ? "--32" : "--64");
        if (question.properties().contains(Property.MEMORY))
            options.addAll(List.of("--pointer-check", "--bounds-check"));
        return options;
    }

    private Set<CutReason> beyond(Limit limit) {
        var beyond = new LinkedHashSet<CutReason>();
        if (sequentialized.needsMoreRounds()) beyond.add(new CutReason.Rounds(sequentialized.rounds()));
        List<CutReason> cuts = sequentialized.bounded().cuts().distinct().toList();
        beyond.addAll(reachable(cuts, CutReason.Construct.class::isInstance, "-DMOIRAI_UNKNOWN_ASSERTIONS", limit));
        beyond.addAll(reachable(cuts, CutReason.Bound.class::isInstance, "-DMOIRAI_UNWINDING_ASSERTIONS", limit));
        return beyond;
    }

    /** All cuts of that kind if CBMC can reach one of them, else none: it does not say which ones. */
    private List<CutReason> reachable(List<CutReason> cuts, Predicate<CutReason> kind, String option, Limit limit) {
        List<CutReason> candidates = cuts.stream().filter(kind).toList();
        if (candidates.isEmpty()) return candidates;
        var options = new ArrayList<>(options());
        options.add(option);
        return switch (cbmc.ask(file(), options, limit)) {
            case Cbmc.Reply.Holds() -> List.of();
            case Cbmc.Reply.Fails _, Cbmc.Reply.Unknown _ -> candidates;
        };
    }

    private Result replayed(String what, List<Cbmc.Stored> stored) {
        // Every instruction is executed at most once; of several values stored at its line, the last is its value.
        Map<Mark, Long> values = new HashMap<>();
        for (Cbmc.Stored value : stored) {
            Mark mark = emitted.marks().get(value.line());
            if (mark != null) values.put(mark, value.value());
        }
        return switch (sequentialized.replay(index -> values.getOrDefault(mark(index), 0L))) {
            case Sequentialized.Replayed.Confirmed(var verdict, var choices) ->
                new Result.Violated(verdict, Optional.of(choices));
            case Sequentialized.Replayed.Elsewhere(var outcome, var _) ->
                new Result.Unknown("cbmc says \"" + what + "\", but its counterexample does not replay: " + outcome);
        };
    }

    /** The mark in the C file for the value of an instruction of the unrolled body. */
    private Mark mark(int index) {
        var place = sequentialized.unrolled().places().get(index);
        if (place.isPresent())
            return new Mark.Value(place.get().thread(), place.get().index());
        if (sequentialized.unrolled().body().get(index)
                instanceof Instr.Nondet(var _, Source.HowFar(var thread, var round, var _), var _)) {
            return new Mark.Guess(thread, round);
        }
        throw new IllegalStateException("no value at " + index);
    }

    @Override
    public Unreached unreached(Visits visits, Limit limit) {
        return visits.after(sequentialized.bounded());
    }

    @Override
    public Attempt attempt(Result result) {
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("variables", cbmc.variables());
        sizes.put("clauses", cbmc.clauses());
        return sequentialized.attempt(sizes, result);
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
