package dev.moirai.rely.rule;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.generate.RingPrograms;
import dev.moirai.generate.TablePrograms;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.rely.transition.AskedAssertions;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.RunShadow;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds the transition systems of many programs against runs of them: {@code FIRST COUNT} for programs made from seeds, {@code
 * FIRST COUNT tables} for those with arrays, {@code rings} for those whose numbers begin again, or names of C files. A line for each program whose system lacks a step, and the totals.
 */
final class RehearsalCampaign {
    private static final int RUNS = 20;

    /** What systems are made for that have all runs. */
    static final List<Purpose> PURPOSES = List.of(Purpose.SAFETY, Purpose.WAITING, Purpose.MISUSE, Purpose.MEMORY);

    private RehearsalCampaign() {}

    /** What came of a program: {@code lacks} is a step that its system cannot make. */
    record Result(Optional<String> refused, Optional<String> lacks, long steps) {}

    static Result rehearse(Program given, Purpose purpose, int runs) {
        Property asked = switch (purpose) {
            case TERMINATION, SAFETY -> Property.ASSERTION;
            case WAITING -> Property.DEADLOCK;
            case MISUSE -> Property.LOCK_MISUSE;
            case MEMORY -> Property.MEMORY;
        };
        Program program = AskedAssertions.of(given, Set.of(asked));
        RunShadow.Original original;
        try {
            original = RunShadow.Original.of(program, purpose);
        } catch (UnsupportedException e) {
            return new Result(Optional.of(e.construct()), Optional.empty(), 0);
        }
        Set<Property> watched = EnumSet.of(asked);
        // What a program says of its memory is an assertion there.
        if (purpose == Purpose.MEMORY) watched.add(Property.ASSERTION);
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        try (var rehearsal = new SystemRehearsal(original, machine, Limit.none())) {
            Optional<String> lacks = rehearsal.runs(runs);
            return new Result(Optional.empty(), lacks, rehearsal.steps());
        }
    }

    public static void main(String[] args) throws IOException {
        int programs = 0;
        int wrong = 0;
        long steps = 0;
        var refusals = new TreeMap<String, Integer>();
        boolean seeds = args[0].matches("\\d+");
        int count = seeds ? Integer.parseInt(args[1]) : args.length;
        Path folder = Files.createTempDirectory("rehearsal");
        for (int i = 0; i < count; i++) {
            Path file;
            COptions options = COptions.DEFAULT;
            if (seeds) {
                long seed = Long.parseLong(args[0]) + i;
                Set<Idiom> all = EnumSet.allOf(Idiom.class);
                file = folder.resolve("seed" + seed + ".c");
                if (args.length > 2) {
                    Files.writeString(file, args[2].equals("rings") ? RingPrograms.of(seed) : TablePrograms.of(seed));
                } else {
                    var generated = seed % 3 == 0 ? ThreadedPrograms.of(seed, all) : ThreadedPrograms.small(seed, all);
                    Files.writeString(file, generated.text());
                    options = generated.options();
                }
            } else file = Path.of(args[i]);
            try {
                Program program = Preparation.prepare(CFrontend.translate(file, options));
                programs++;
                boolean lacks = false;
                for (Purpose purpose : PURPOSES) {
                    Result result = rehearse(program, purpose, RUNS);
                    steps += result.steps();
                    result.refused().ifPresent(why -> refusals.merge(purpose + ": " + why, 1, Integer::sum));
                    if (result.lacks().isEmpty()) continue;
                    lacks = true;
                    System.out.println(
                            file + ", " + purpose + ": " + result.lacks().get());
                }
                if (lacks) {
                    wrong++;
                    continue;
                }
            } catch (RuntimeException e) {
                wrong++;
                System.out.println(file + ": " + e);
                continue;
            }
            if (seeds) Files.delete(file);
        }
        System.out.println(programs + " programs, " + steps + " steps, " + wrong + " wrong");
        refusals.forEach((why, times) -> System.out.println("  refused " + times + ": " + why));
    }
}
