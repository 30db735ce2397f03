package dev.moirai.interpret;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** What a single-threaded C program prints under our front end and interpreter. */
public final class Interpreted {
    private static final long MAX_STEPS = 5_000_000;

    private Interpreted() {}

    public static String output(Path folder, String program, DataModel model) {
        Path file;
        try {
            file = Files.writeString(Files.createTempFile(folder, "program", ".c"), program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var options =
                new COptions(model, CFlags.NONE, COptions.DEFAULT.assumePure(), COptions.DEFAULT.library(), List.of());
        return output(CFrontend.translate(file, options));
    }

    /** @param translated as the front end made it */
    static String output(Program translated) {
        var ready = new Passes(Preparation.passes()).run(translated);
        var printed = new StringBuilder();
        var observer = new Observer() {
            @Override
            public void printed(String text) {
                printed.append(text);
            }
        };
        var run = Run.drive(new Machine(ready, MachineOptions.DEFAULT), new OnlyThread(), observer, MAX_STEPS);
        return run.outcome() instanceof Outcome.Ended(long code) && code == 0
                ? printed.toString()
                : printed + "\n" + run.outcome();
    }

    private static final class OnlyThread implements Scheduler {
        @Override
        public OptionalInt next(State state, int[] enabled) {
            return OptionalInt.of(enabled[0]);
        }

        @Override
        public long choose(Choice choice) {
            return 0;
        }
    }
}
