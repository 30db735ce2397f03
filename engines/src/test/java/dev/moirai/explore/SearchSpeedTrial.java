package dev.moirai.explore;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.lang.management.ManagementFactory;

/** Prints how fast the search is. Run by hand, not by the build: {@code java -cp ... dev.moirai.explore.SearchSpeedTrial}. */
final class SearchSpeedTrial {
    private SearchSpeedTrial() {}

    public static void main(String[] arguments) throws Exception {
        for (String file : new String[] {"peterson.c", "dekker.c", "lamport.c", "szymanski.c"}) {
            for (Reduction reduction : Reduction.values()) report(file, 2, reduction);
        }
        for (Reduction reduction : Reduction.values()) report("lamport.c", 4, reduction);
        for (int round = 0; round < 2; round++) {
            for (String file : new String[] {"lamport.c", "szymanski.c"}) {
                for (Reduction reduction : Reduction.values()) report(file, 3, reduction);
            }
        }
    }

    /** In processor time of this thread: the machine may have other work. */
    private static void report(String file, int visitors, Reduction reduction) throws Exception {
        Program program = MutualExclusionTest.program(file, visitors);
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(Property.ASSERTION));
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Exploration found = Explorer.explore(machine, ExploreOptions.DEFAULT.with(reduction));
        double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
        SearchStatistics all = found.statistics();
        System.out.printf(
                "%-12s %d threads %-5s %-8s %,9d states %,10d steps %6.2f s %,9.0f states/s %,9.0f steps/s %4d MB%n",
                file,
                visitors,
                reduction,
                found.verdict().getClass().getSimpleName(),
                all.states(),
                all.transitions(),
                seconds,
                all.states() / seconds,
                all.transitions() / seconds,
                all.peakBytes() >> 20);
    }
}
