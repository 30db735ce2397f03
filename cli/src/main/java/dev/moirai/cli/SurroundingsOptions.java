package dev.moirai.cli;

import dev.moirai.verify.input.Surroundings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Options about what the program finds outside: files, standard input, environment, random numbers, time. */
final class SurroundingsOptions {
    private final Option<List<String>> files;
    private final Option<Optional<String>> input;
    private final Option<List<String>> environment;
    private final Option<OptionalInt> seed;
    private final Option<Surroundings.ClockKind> clock;
    private final Option<Long> signals;

    SurroundingsOptions(Syntax syntax) {
        files = syntax.value(
                Surroundings.FILE,
                "NAME=PATH",
                List.of(),
                "A file that the program can open as NAME, with the contents of PATH. May be given several times.",
                Readers::several);
        input = syntax.value(
                Surroundings.STDIN,
                "PATH",
                Optional.empty(),
                "Standard input has the contents of PATH. Without it, anything may come.",
                Readers::optionalText);
        environment = syntax.value(
                Surroundings.ENVIRONMENT,
                "NAME=VALUE",
                List.of(),
                "A variable of the environment, which has no others. May be given several times.",
                Readers::several);
        seed = syntax.value(
                Surroundings.RAND,
                "SEED",
                OptionalInt.empty(),
                "rand, random, drand48 and their kin give glibc's numbers, as after srand(SEED). Without it, they may"
                        + " give any.",
                Readers::seed);
        clock = syntax.value(
                Surroundings.CLOCK,
                "free|still",
                Surroundings.ClockKind.FREE,
                "What clocks show: any time (free, as without the option) or always the same (still).",
                Readers.oneOf(Surroundings.ClockKind.class));
        signals = syntax.value(
                Surroundings.SIGNALS,
                "N",
                0L,
                "Up to N signals that the program handles come from outside, at any step of a thread that does not"
                        + " block them. Without it, none come.",
                Readers.number(1, 1000));
    }

    Surroundings value() {
        int most = signals.value().intValue();
        return new Surroundings(files.value(), input.value(), environment.value(), seed.value(), clock.value(), most);
    }
}
