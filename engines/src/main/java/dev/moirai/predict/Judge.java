package dev.moirai.predict;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.List;

/**
 * Runs predicted orders on what the trace was recorded from, and says whether what was claimed is there. Only what a judge
 * confirms is a violation. Asked by several threads at a time.
 */
public interface Judge {
    /** A run that shows what was claimed. */
    interface Execution {
        /** How many steps it has. */
        int length();

        /** The run as data, as readers want to see it. */
        Schedule schedule();
    }

    sealed interface Ruling {
        /** @param accesses of a broken transaction, which steps of the execution its accesses were */
        record Confirmed(Violation violation, Execution execution, List<Integer> accesses) implements Ruling {
            public Confirmed {
                accesses = List.copyOf(accesses);
            }
        }

        record Diverged(String why) implements Ruling {}
    }

    Ruling judge(Forecast forecast);
}
