package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** The intact files that are damaged: our examples, and the traces, witnesses and certificates made from some of them. */
final class MutationSeeds {
    enum Kind {
        PROGRAM,
        TRACE,
        WITNESS,
        CERTIFICATE
    }

    /** @param program the program that a witness is about */
    record Seed(Kind kind, Path file, String program) {
        String suffix() {
            return switch (kind) {
                case PROGRAM -> ".c";
                case TRACE -> ".trace";
                case WITNESS -> ".json";
                case CERTIFICATE -> ".smt2";
            };
        }
    }

    private final List<Path> programs;
    private final List<Seed> others;

    private MutationSeeds(List<Path> programs, List<Seed> others) {
        this.programs = programs;
        this.others = others;
    }

    static MutationSeeds madeIn(Path folder) throws IOException {
        Path examples = Path.of("..", "examples").toAbsolutePath().normalize();
        List<Path> programs;
        try (var files = Files.walk(examples)) {
            programs = files.filter(file -> file.toString().endsWith(".c"))
                    .sorted()
                    .toList();
        }
        String bank = examples.resolve("predict/bank.c").toString();
        String broken = examples.resolve("predict/figure-5.c").toString();
        String race = examples.resolve("check/counter-race.c").toString();
        String lasso = examples.resolve("livelock/fig1b.c").toString();
        Path trace = folder.resolve("bank.trace");
        Path predicted = folder.resolve("predicted.json");
        Path found = folder.resolve("found.json");
        Path endless = folder.resolve("endless.json");
        Path proof = folder.resolve("proof.smt2");
        if (!Files.exists(proof)) {
            moirai("record", bank, "-o", trace.toString());
            moirai(
                    "predict",
                    broken,
                    "--property",
                    "atomicity",
                    "--transactions",
                    "annotated",
                    "--witness",
                    predicted.toString());
            moirai("check", race, "--engine", "explicit", "--witness", found.toString());
            moirai("livelock", lasso, "--engine", "explicit", "--witness", endless.toString());
            moirai(
                    "terminates",
                    examples.resolve("terminates/choice.c").toString(),
                    "--thread",
                    "first",
                    "--certificate",
                    proof.toString());
        }
        var others = List.of(
                new Seed(Kind.TRACE, trace, bank),
                new Seed(Kind.WITNESS, predicted, broken),
                new Seed(Kind.WITNESS, found, race),
                new Seed(Kind.WITNESS, endless, lasso),
                new Seed(Kind.CERTIFICATE, proof, ""));
        for (Seed seed : others) {
            if (!Files.exists(seed.file())) throw new IllegalStateException("nothing made for " + seed);
        }
        return new MutationSeeds(programs, others);
    }

    /** A random file; two of three are programs. */
    Seed any(Random random) {
        return random.nextInt(3) > 0
                ? new Seed(Kind.PROGRAM, programs.get(random.nextInt(programs.size())), "")
                : others.get(random.nextInt(others.size()));
    }
}
