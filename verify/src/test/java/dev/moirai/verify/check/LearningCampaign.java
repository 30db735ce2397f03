package dev.moirai.verify.check;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.explore.Explorer;
import dev.moirai.fixture.CPrograms;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.AttemptPrograms;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.LockingPrograms;
import dev.moirai.generate.RetryPrograms;
import dev.moirai.generate.SharedMemoryIr;
import dev.moirai.generate.SynchronisingIr;
import dev.moirai.generate.TangledPrograms;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks the learning search, the explicit one and the one without reduction the same questions about generated programs of
 * eight kinds for each seed. Arguments as a command: first seed, number of seeds.
 */
public final class LearningCampaign {
    private static final long MOST_STATES = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final List<Property> SINGLE = List.of(
            Property.ASSERTION,
            Property.DEADLOCK,
            Property.LOCK_MISUSE,
            Property.MEMORY,
            Property.DIVISION,
            Property.OVERFLOW);

    private final Path folder;
    final List<String> wrong = new ArrayList<>();
    int programs;
    int asked;
    int violated;
    int undecided;
    /** States of all searches that were compared: without reduction, explicit, learning. */
    private final long[] states = new long[3];

    LearningCampaign(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
        long first = Long.parseLong(arguments[0]);
        long seeds = Long.parseLong(arguments[1]);
        var campaign = new LearningCampaign(Files.createTempDirectory("learning-campaign"));
        for (long seed = first; seed < first + seeds; seed++) {
            campaign.ask(seed);
            while (!campaign.wrong.isEmpty()) System.out.println("WRONG " + campaign.wrong.removeLast());
            if ((seed - first) % 25 == 24) System.out.println((seed - first + 1) + " seeds: " + campaign);
        }
        System.out.println(seeds + " seeds: " + campaign);
    }

    void ask(long seed) throws IOException {
        var texts = new LinkedHashMap<String, String>();
        texts.put("tangled", TangledPrograms.of(seed));
        texts.put("attempts", AttemptPrograms.of(seed));
        texts.put("locking", LockingPrograms.of(seed));
        texts.put("concurrent", ConcurrentPrograms.of(seed));
        texts.put("retries", seed % 2 == 0 ? RetryPrograms.text(seed) : RetryPrograms.withTimeouts(seed));
        for (Map.Entry<String, String> each : texts.entrySet()) {
            String name = each.getKey() + seed;
            Path file = Files.writeString(folder.resolve(name + ".c"), each.getValue());
            ask(name, seed, CPrograms.of(file));
        }
        var mixed = ThreadedPrograms.small(seed, EnumSet.allOf(Idiom.class));
        Path file = Files.writeString(folder.resolve("mixed" + seed + ".c"), mixed.text());
        ask("mixed" + seed, seed, CFrontend.translate(file, mixed.options()));
        ask("memory" + seed, seed, SharedMemoryIr.of(seed));
        ask("synchronising" + seed, seed, SynchronisingIr.of(seed));
    }

    private void ask(String name, long seed, Program translated) {
        Program program = Preparation.prepare(translated);
        programs++;
        ask(name, program, Property.defaults());
        ask(name, program, Set.of(SINGLE.get((int) (seed % SINGLE.size()))));
    }

    private void ask(String name, Program program, Set<Property> properties) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(properties));
        var options = ExploreOptions.DEFAULT.withStates(MOST_STATES).withTime(PATIENCE);
        var plain = Explorer.explore(machine, options.with(Reduction.NONE));
        var explicit = Explorer.explore(machine, options);
        var learning = Explorer.learn(machine, options);
        String question = name + ", " + properties;
        compare(question + ": learning", learning.verdict(), plain.verdict());
        compare(question + ": explicit", explicit.verdict(), plain.verdict());
        compare(question + ": learning beside explicit", learning.verdict(), explicit.verdict());
        asked++;
        if (plain.verdict() instanceof Verdict.Violated) violated++;
        if (plain.verdict() instanceof Verdict.Unknown) undecided++;
        if (!(plain.verdict() instanceof Verdict.Holds) || !(learning.verdict() instanceof Verdict.Holds)) return;
        states[0] += plain.statistics().states();
        states[1] += explicit.statistics().states();
        states[2] += learning.statistics().states();
    }

    private void compare(String question, Verdict mine, Verdict right) {
        boolean contradicts = mine instanceof Verdict.Holds && right instanceof Verdict.Violated
                || mine instanceof Verdict.Violated && right instanceof Verdict.Holds;
        if (contradicts) wrong.add(question + " " + mine + ", not " + right);
    }

    @Override
    public String toString() {
        return programs + " programs, " + asked + " questions, " + violated + " violated, " + undecided
                + " undecided without reduction; states where it holds: " + states[0] + ", explicit " + states[1]
                + ", learning " + states[2];
    }
}
