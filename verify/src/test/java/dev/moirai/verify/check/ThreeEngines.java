package dev.moirai.verify.check;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.LazyQuestion;
import dev.moirai.verify.bounded.LazySearch;
import dev.moirai.verify.bounded.OrderQuestion;
import dev.moirai.verify.bounded.OrderSearch;
import dev.moirai.verify.bounded.Reach;
import dev.moirai.verify.engine.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** One program, one question, three engines that must say the same. */
record ThreeEngines(Program program, Set<Property> asked, Bounds bounds) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static Program program(Path folder, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), text);
        return Preparation.prepare(CFrontend.translate(file, COptions.DEFAULT));
    }

    Verdict explicit() {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(asked));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.withTime(PATIENCE))
                .verdict();
    }

    Verdict lazy() {
        var question = new LazyQuestion(program, asked, Reach.of(bounds), new Backend.Embedded("auto"), _ -> {});
        return new LazySearch(question, Limit.of(PATIENCE), Progress.IGNORED).search();
    }

    Verdict order() {
        var question = new OrderQuestion(program, asked, Reach.of(bounds), "auto");
        return new OrderSearch(question, Limit.of(PATIENCE), Progress.IGNORED).search();
    }

    /** {@code holds}, or what is violated and on which line. */
    static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "holds";
            case Verdict.Violated(var violation, var _) ->
                violation.property().word() + " at line " + violation.span().line();
            case Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ ->
                verdict.toString().toLowerCase(Locale.ROOT);
        };
    }
}
