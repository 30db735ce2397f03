package dev.moirai.bench;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.BoundedPart;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.bounded.LazyBounds;
import dev.moirai.verify.bounded.LazyMethod;
import dev.moirai.verify.bounded.OrderMethod;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Desk;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * A question in one piece and in parts, in one process: processor seconds of each, and from those how long clusters would take
 * ({@code bench/cluster/scaling} starts it, docs/cluster.md says how to read it).
 */
public final class PartsReport {
    /** What a part costs beyond its own time: twice what was measured for a file, see docs/cluster.md. */
    private static final double OVERHEAD_SECONDS = 0.01;

    private PartsReport() {}

    private record Timed(BoundedQuery.Result result, double seconds) {
        boolean isViolated() {
            return result instanceof BoundedQuery.Result.Violated;
        }

        boolean isOpen() {
            return result instanceof BoundedQuery.Result.Unknown;
        }
    }

    private interface Work {
        BoundedQuery.Result run(Limit limit);
    }

    /** Processor time of the process: solvers may have threads of their own. */
    private static Timed timed(Duration most, Work work) {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        BoundedQuery.Result result = work.run(Limit.of(most));
        return new Timed(result, (system.getProcessCpuTime() - before) / 1e9);
    }

    /** @param args the file, lazy or order, unwind, rounds, parts, the most seconds for the whole, and for a part */
    public static void main(String[] args) {
        var input = new Input(Path.of(args[0]), InputOptions.DEFAULT, Dump.NOTHING);
        var bounds = new Bounds(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        var question = new BoundedQuestion(input.read(), Set.of(Property.ASSERTION), SearchBounds.of(bounds));
        Duration forWhole = Duration.ofSeconds(Long.parseLong(args[5]));
        Duration forPart = Duration.ofSeconds(Long.parseLong(args[6]));
        boolean isLazy = args[1].equals("lazy");
        List<BoundedPart> parts;
        Timed whole;
        try (BoundedQuery query = isLazy
                ? LazyMethod.solving(question, "auto").open(LazyBounds.of(bounds), Limit.none())
                : new OrderMethod(question, "auto").open(bounds.unwind(), Limit.none())) {
            whole = timed(forWhole, query::ask);
            parts = query.parts(Integer.parseInt(args[4]));
        }
        System.out.printf("%s %s %s: whole %s in %.1f s%n", args[0], args[1], bounds, word(whole), whole.seconds());
        List<Timed> alone =
                parts.stream().map(part -> timed(forPart, part::answer)).toList();
        describe("each alone", alone);
        List<Timed> afterOthers = alone;
        if (!isLazy) {
            try (var desk = new Desk()) {
                afterOthers = parts.stream()
                        .map(part -> timed(forPart, limit -> part.answer(limit, desk)))
                        .toList();
            }
            describe("one after the other at one desk", afterOthers);
        }
        for (int nodes : List.of(1, 2, 10, 100, 1000)) {
            System.out.printf("%5d nodes: %.1f s%n", nodes, simulated(alone, afterOthers, nodes));
        }
    }

    private static void describe(String how, List<Timed> parts) {
        double[] sorted = parts.stream().mapToDouble(Timed::seconds).sorted().toArray();
        System.out.printf(
                "%d parts, %s: %.1f s together, least %.2f, median %.2f, most %.2f; %d violated, %d open%n",
                sorted.length,
                how,
                Arrays.stream(sorted).sum(),
                sorted[0],
                sorted[sorted.length / 2],
                sorted[sorted.length - 1],
                parts.stream().filter(Timed::isViolated).count(),
                parts.stream().filter(Timed::isOpen).count());
    }

    private static String word(Timed timed) {
        return timed.isViolated() ? "violated" : timed.isOpen() ? "open" : "clean";
    }

    /**
     * Parts in their order, each to the node that is free first; the first violation ends all. What a node does first costs what it costs alone.
     */
    private static double simulated(List<Timed> alone, List<Timed> afterOthers, int nodes) {
        var free = new PriorityQueue<Double>();
        for (int i = 0; i < nodes; i++) free.add(0.0);
        double last = 0;
        double violated = Double.POSITIVE_INFINITY;
        for (int i = 0; i < alone.size(); i++) {
            Timed part = (i < nodes ? alone : afterOthers).get(i);
            double begin = free.remove();
            if (begin >= violated) break;
            double end = begin + part.seconds() + OVERHEAD_SECONDS;
            free.add(end);
            last = Math.max(last, end);
            if (part.isViolated()) violated = Math.min(violated, end);
        }
        return Math.min(last, violated);
    }
}
