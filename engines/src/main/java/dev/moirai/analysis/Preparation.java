package dev.moirai.analysis;

import dev.moirai.ir.Pass;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import java.util.List;

/** The passes that every command runs after the front end, in this order. */
public final class Preparation {
    private Preparation() {}

    public static List<Pass> passes() {
        return List.of(new LibraryCalls(), new UnusedFunctions(), new Registers(), new DeadCode(), new MarkShared());
    }

    public static Program prepare(Program program) {
        return new Passes(passes()).run(program);
    }
}
