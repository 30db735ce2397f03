package dev.moirai.solve;

import dev.moirai.logic.SmtLib;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.blast.Blaster;
import dev.moirai.solve.blast.Cnf;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.solve.sat.ClauseList;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Times solvers on {@link Formulas}, each in this process one after the other; docs/solvers.md says how to run it.
 * Arguments: names of solvers separated by commas, then families (all if none), or {@code write FOLDER} to write the formulas
 * as DIMACS and SMT-LIB files, or {@code build} to time the building of terms and the way to clauses.
 */
public final class SolverBenchmark {
    private SolverBenchmark() {}

    static Map<String, ToIntFunction<TermPool>> families() {
        Map<String, ToIntFunction<TermPool>> families = new LinkedHashMap<>();
        families.put("random-200", pool -> Formulas.random3Sat(pool, 200, 3));
        families.put("random-220", pool -> Formulas.random3Sat(pool, 220, 2));
        families.put("pigeons-9", pool -> Formulas.pigeons(pool, 9));
        families.put("factor-sat", pool -> Formulas.factors(pool, 262139L * 524287L, 20));
        families.put("factor-unsat", pool -> Formulas.factors(pool, 137438953481L, 19));
        families.put("fib-5-sat", pool -> Formulas.fibonacci(pool, 5, 5, 144));
        families.put("fib-5-unsat", pool -> Formulas.fibonacci(pool, 5, 5, 145));
        families.put("fib-6-sat", pool -> Formulas.fibonacci(pool, 6, 6, 377));
        families.put("fib-6-unsat", pool -> Formulas.fibonacci(pool, 6, 6, 378));
        families.put("lost-small", pool -> Formulas.lostUpdates(pool, 3, 4, 2, 3));
        families.put("lost-sat", pool -> Formulas.lostUpdates(pool, 8, 8, 4, 20));
        families.put("lost-unsat", pool -> Formulas.lostUpdates(pool, 4, 4, 3, 11));
        families.put("lost-large", pool -> Formulas.lostUpdates(pool, 16, 16, 6, 40));
        return families;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("write")) {
            write(Path.of(arguments[1]));
            return;
        }
        if (arguments[0].equals("build")) {
            for (int i = 0; i < 3; i++) build();
            return;
        }
        for (var family : families().entrySet()) {
            boolean wanted = arguments.length == 1;
            for (int i = 1; i < arguments.length; i++) wanted |= family.getKey().startsWith(arguments[i]);
            if (!wanted) continue;
            for (String name : arguments[0].split(",")) run(name, family.getKey(), family.getValue());
        }
    }

    private static double cpuSeconds() {
        var bean = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return bean.getProcessCpuTime() / 1e9;
    }

    private static void run(String name, String family, ToIntFunction<TermPool> formula) {
        double before = cpuSeconds();
        long start = System.nanoTime();
        var pool = new TermPool();
        int term = formula.applyAsInt(pool);
        double built = (System.nanoTime() - start) / 1e9;
        try (var solver = new ModelCheckingSolver(Solvers.named(name, pool))) {
            solver.add(term);
            double handed = (System.nanoTime() - start) / 1e9;
            Satisfiability answer = solver.check(Limit.of(Duration.ofSeconds(120)));
            double all = (System.nanoTime() - start) / 1e9;
            var statistics = solver.statistics();
            System.out.println(String.format(
                    Locale.ROOT,
                    "%-14s %-10s %-8s build %.2f hand over %.2f solve %.2f cpu %.2f  %d terms %d vars %d clauses %d"
                            + " conflicts",
                    family,
                    name,
                    answer.getClass().getSimpleName(),
                    built,
                    handed - built,
                    all - handed,
                    cpuSeconds() - before,
                    pool.size(),
                    statistics.variables(),
                    statistics.clauses(),
                    statistics.conflicts()));
        }
    }

    private static void build() {
        double start = cpuSeconds();
        var pool = new TermPool();
        int term = Formulas.lostUpdates(pool, 32, 32, 8, 40);
        double built = cpuSeconds();
        int small = pool.size();
        var blaster = new Blaster(pool);
        int gate = blaster.gate(term);
        double blasted = cpuSeconds();
        System.out.println(String.format(
                Locale.ROOT,
                "%d terms, %.0f ns each; %d gates, %.0f ns each",
                small,
                (built - start) * 1e9 / small,
                blaster.gates().size(),
                (blasted - built) * 1e9 / blaster.gates().size()));
        if (gate == 0) throw new AssertionError();
    }

    private static void write(Path folder) throws Exception {
        Files.createDirectories(folder);
        for (var family : families().entrySet()) {
            var pool = new TermPool();
            int term = family.getValue().applyAsInt(pool);
            var clauses = new ClauseList();
            var blaster = new Blaster(pool);
            new Cnf(blaster.gates(), clauses).assertTrue(blaster.gate(term));
            try (var out = Files.newBufferedWriter(folder.resolve(family.getKey() + ".cnf"))) {
                clauses.write(out);
            }
            Files.writeString(folder.resolve(family.getKey() + ".smt2"), SmtLib.script(pool, "QF_BV", term));
        }
    }
}
