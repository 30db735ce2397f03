package dev.moirai.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Gives damaged programs, traces, witnesses, schedules and certificates to commands, which must reply in time, with a
 * proper message and a documented exit code. Prints a line for every input for which they do not, and keeps that input.
 */
final class MutatedInputs {
    static final Duration TIME = Duration.ofSeconds(Long.getLong("moirai.campaign.time", 2));
    private static final Duration GRACE = Duration.ofSeconds(2);

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

    /** @param args the folder for all output, the folder of the examples, the first seed, the number of seeds */
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
                ended.complete(new Shell(-1, "", "moirai: internal error: " + e));
            }
        });
        var clock = new Clock();
        while (!ended.isDone() && !clock.isPast()) Thread.sleep(5);
        String line = String.join(" ", mutant.words());
        if (!ended.isDone()) {
            System.out.println("FINDING past its time: " + line);
            for (var frame : thread.getStackTrace()) System.out.println("    " + frame);
            System.out.flush();
            Runtime.getRuntime().halt(9); // work that is still running would disturb the next commands
        }
        Shell shell = ended.join();
        System.out.printf("exit %d in %.2f s: %s%n", shell.exitCode(), clock.seconds(), line);
        var complaint = mutant.complaint(shell);
        if (complaint.isEmpty()) {
            Files.deleteIfExists(Path.of(mutant.file()));
        } else {
            System.out.println("FINDING " + complaint.get() + ": " + line);
            (shell.err() + shell.lastLine())
                    .lines()
                    .limit(3)
                    .forEach(said -> System.out.println("    " + said.substring(0, Math.min(said.length(), 300))));
        }
    }

    /**
     * Measures how long a command takes. On a busy machine processor time is more accurate, unless the command only
     * waits. So a command is late if both clocks say so, or if the wall clock exceeds the limit many times over.
     */
    private static final class Clock {
        private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        private final long began = System.nanoTime();
        private final long used = system.getProcessCpuTime();

        double seconds() {
            return (System.nanoTime() - began) / 1e9;
        }

        boolean isPast() {
            double most = TIME.plus(GRACE).toMillis() / 1e3;
            double processor = (system.getProcessCpuTime() - used) / 1e9;
            return seconds() > most && (processor > most || seconds() > 20 * most);
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
        if (number % 3 == 0 && words.getFirst().equals("check"))
            words.addAll(List.of("--cache", folder.resolve("cache").toString()));
        return new Mutant(file.toString(), words);
    }
}
