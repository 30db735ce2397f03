package dev.moirai.verify.check;

import dev.moirai.generate.idiom.Idiom;
import dev.moirai.property.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * {@link ThreadedCampaign} as a command: {@code FIRST COUNT FOLDER JOBS [IDIOM|property:WORD|proofs]...}. Every seed writes
 * its lines to FOLDER/log, so an interrupted campaign can be continued; programs with wrong answers are kept beside it.
 */
final class ThreadedCampaignCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PROPERTY = "property:";
    private static final String PROOFS = "proofs";
    private static final String SEPARATOR = "\t";

    private final Path log;
    private final ThreadedCampaign campaign;
    private int done;

    private ThreadedCampaignCommand(
            Path folder, Set<Idiom> idioms, Set<Property> asked, ThreadedCampaign.Engines engines) {
        this.log = folder.resolve("log");
        this.campaign = new ThreadedCampaign(folder, idioms, asked, engines, PATIENCE);
    }

    public static void main(String[] arguments) throws Exception {
        long first = Long.parseLong(arguments[0]);
        long count = Long.parseLong(arguments[1]);
        Path folder = Files.createDirectories(Path.of(arguments[2]));
        int jobs = Integer.parseInt(arguments[3]);
        Set<Idiom> idioms = EnumSet.noneOf(Idiom.class);
        Set<Property> asked = EnumSet.noneOf(Property.class);
        var engines = ThreadedCampaign.Engines.ALL;
        for (int i = 4; i < arguments.length; i++) {
            if (arguments[i].equals(PROOFS)) {
                engines = ThreadedCampaign.Engines.PROOFS;
            } else if (arguments[i].startsWith(PROPERTY)) {
                asked.add(Property.ofWord(arguments[i].substring(PROPERTY.length()))
                        .orElseThrow());
            } else {
                idioms.add(Idiom.valueOf(arguments[i].toUpperCase(Locale.ROOT)));
            }
        }
        if (idioms.isEmpty()) idioms = EnumSet.allOf(Idiom.class);
        var command = new ThreadedCampaignCommand(folder, idioms, asked, engines);
        Set<Long> known = command.known();
        try (var workers = Executors.newFixedThreadPool(jobs)) {
            LongStream.range(first, first + count)
                    .filter(seed -> !known.contains(seed))
                    .forEach(seed -> workers.execute(() -> command.compare(seed)));
            workers.shutdown();
            workers.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        }
        System.exit(command.summary() ? 0 : 1);
    }

    private Set<Long> known() throws IOException {
        var seeds = new HashSet<Long>();
        for (String line : lines()) seeds.add(Long.parseLong(line.substring(0, line.indexOf(SEPARATOR))));
        return seeds;
    }

    private List<String> lines() throws IOException {
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    private void compare(long seed) {
        try {
            var text = new StringBuilder();
            for (var comparison : campaign.compare(seed)) {
                for (var said : comparison.said()) {
                    String wrong = said.wrong()
                            .map(why -> "WRONG " + why.replace('\n', ' '))
                            .orElse("");
                    text.append(String.join(
                                    SEPARATOR,
                                    Long.toString(seed),
                                    comparison.question(),
                                    said.engine(),
                                    said.answer(),
                                    wrong))
                            .append('\n');
                    if (!wrong.isEmpty()) {
                        System.out.println(campaign.file(seed) + ", " + comparison.question() + ": " + said.engine()
                                + ": " + wrong);
                    }
                }
            }
            keep(text.toString());
        } catch (Throwable e) {
            System.out.println("seed " + seed + ": " + e);
            e.printStackTrace(System.out);
        }
    }

    private synchronized void keep(String text) {
        try {
            Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        done++;
        if (done % 100 == 0) System.out.println(done + " programs");
    }

    /** Prints a summary of all seeds in the log; returns whether nothing was wrong. */
    private boolean summary() throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Long> example = new TreeMap<>();
        Set<Long> seeds = known();
        var wrong = new ArrayList<String>();
        for (String line : lines()) {
            String[] fields = line.split(SEPARATOR, -1);
            String what = fields[2] + " " + fields[3];
            counts.merge(what, 1, Integer::sum);
            example.putIfAbsent(what, Long.parseLong(fields[0]));
            if (!fields[4].isEmpty()) wrong.add(line.replace(SEPARATOR, " "));
        }
        System.out.println(seeds.size() + " programs");
        counts.forEach((what, count) -> System.out.printf("%7d  %s (seed %d)%n", count, what, example.get(what)));
        System.out.println(wrong.size() + " wrong");
        wrong.forEach(System.out::println);
        return wrong.isEmpty();
    }
}
