package dev.moirai.verify.check;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.explore.Explorer;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** A question of a test table to the explicit search, and the answer in the words of the table. */
record Asked(Path file, Set<Property> properties, LibraryOptions library, Reduction reduction) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The properties of a table's entry: {@code default}, or names joined by {@code +}. */
    static Set<Property> properties(String words) {
        if (words.equals("default")) return Property.defaults();
        Set<Property> properties = EnumSet.noneOf(Property.class);
        Arrays.stream(words.split("\\+"))
                .forEach(word -> properties.add(Property.ofWord(word).orElseThrow()));
        return properties;
    }

    Program program() {
        var options = new COptions(
                COptions.DEFAULT.model(),
                COptions.DEFAULT.flags(),
                COptions.DEFAULT.assumePure(),
                library,
                COptions.DEFAULT.arguments());
        return new Passes(Preparation.passes()).run(CFrontend.translate(file, options));
    }

    Verdict verdict() {
        var machine = new Machine(program(), MachineOptions.DEFAULT.watching(properties));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.with(reduction).withTime(LIMIT))
                .verdict();
    }

    /** {@code holds}, the word of the violated property, or the whole verdict if it is one that no table expects. */
    static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "holds";
            case Verdict.Violated(var violation, var _) -> violation.property().word();
            case Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ -> verdict.toString();
        };
    }
}
