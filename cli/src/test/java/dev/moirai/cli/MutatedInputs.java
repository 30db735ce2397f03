package dev.moirai.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Damaged programs, traces, witnesses, schedules and certificates, each handed to a command: whatever it says, it says in
 * time, in words, and with an exit code of ours. Prints a line for every input that it does not hold for, which is kept.
 */
final class MutatedInputs {
    static final Duration TIME = Duration.ofSeconds(2);
    /** More of it where the machine is busy. */
    private static final Duration GRACE = Duration.ofSeconds(Long.getLong("moirai.campaign.grace", 2));

    private static final List<String> ON_PROGRAMS = List.of(
            "check --engine auto",
            "check --engine explicit",
            "check --engine explicit --property data-race,memory,overflow",
            "check --engine lazy",
            "check --engine lazy --unwind 2 --rounds 2",
            "check --engine order",
            "check --engine order --unwind 2 --property data-race",
            "check --show-loops",
            "check --32 --malloc-may-fail",
            "run",
            "run --scheduler pct --show-steps",
            "record -o OUT",
            "predict",
            "predict --property deadlock,data-race",
            "livelock",
            "livelock --engine lasso",
            "terminates",
            "terminates --fair --engine refine",
            "sequentialize",
            "sequentialize --for gcc -o OUT",
            "sequentialize --lasso --for esbmc");

    private final Path folder;
    private final MutationSeeds seeds;

    private MutatedInputs(Path folder) throws IOException {
        this.folder = folder;
        this.seeds = MutationSeeds.madeIn(folder);
    }

    /** @param args the folder for everything that is written, that of the examples, the first number, how many */
    public static void main(String[] args) throws Exception {
        var campaign = new MutatedInputs(Path.of(args[0]));
        long first = Long.parseLong(args[1]);
        long count = Long.parseLong(args[2]);
        for (long i = first; i < first + count; i++) {
            System.out.println("at " + i);
            campaign.look(i);
        }
        System.out.println("done");
        System.out.flush();
        Runtime.getRuntime().halt(0); // engines may have left threads behind
    }

    private void look(long number) throws IOException, InterruptedException {
        var random = new Random(number * 0x9E3779B97F4A7C15L);
        random.nextInt();
        Mutant mutant = make(number, random);
        var ended = new CompletableFuture<Shell>();
        var thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                ended.complete(Shell.of(
                        output -> new Commands(output).execute(mutant.words().toArray(String[]::new))));
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
        long began = System.nanoTime();
        try {
            Shell shell = ended.get(TIME.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
            double seconds = (System.nanoTime() - began) / 1e9;
            System.out.printf("exit %d in %.2f s: %s%n", shell.exitCode(), seconds, String.join(" ", mutant.words()));
            var complaint = mutant.complaint(shell);
            if (complaint.isEmpty()) Files.deleteIfExists(Path.of(mutant.file()));
            else
                System.out.println("FINDING " + complaint.get() + ": " + String.join(" ", mutant.words()) + "\n    "
                        + (shell.err() + shell.lastLine())
                                .lines()
                                .limit(3)
                                .map(line -> line.substring(0, Math.min(line.length(), 300)))
                                .toList());
        } catch (TimeoutException e) {
            System.out.println("FINDING past its time: " + String.join(" ", mutant.words()));
            for (var frame : thread.getStackTrace()) System.out.println("    " + frame);
            System.out.flush();
            Runtime.getRuntime().halt(9); // what goes on would disturb the others
        } catch (ExecutionException e) {
            System.out.println("FINDING " + e.getCause() + ": " + String.join(" ", mutant.words()));
        }
    }

    private Mutant make(long number, Random random) throws IOException {
        var seed = seeds.any(random);
        byte[] bytes = Files.readAllBytes(seed.file());
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            var mutations = Mutation.values();
            bytes = mutations[random.nextInt(mutations.length)].apply(bytes, random);
        }
        Path file = folder.resolve("mutant-" + number + seed.suffix());
        Files.write(file, bytes);
        String line = switch (seed.kind()) {
            case PROGRAM -> ON_PROGRAMS.get(random.nextInt(ON_PROGRAMS.size())) + " FILE";
            case TRACE -> random.nextBoolean() ? "predict FILE" : "predict --allow-partial FILE";
            case WITNESS -> random.nextBoolean() ? "replay FILE" : "run --schedule FILE " + seed.program();
            case CERTIFICATE -> "verify-certificate FILE";
        };
        var words = new ArrayList<String>();
        for (String word : line.split(" ")) {
            words.add(
                    word.equals("FILE")
                            ? file.toString()
                            : word.equals("OUT") ? folder.resolve("out").toString() : word);
        }
        words.addAll(List.of("--time", TIME.toSeconds() + "s"));
        if (random.nextInt(4) == 0) words.add("--json");
        return new Mutant(file.toString(), words);
    }
}
