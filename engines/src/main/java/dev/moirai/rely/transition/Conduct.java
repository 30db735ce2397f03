package dev.moirai.rely.transition;

import dev.moirai.property.Property;
import java.util.Set;

/**
 * What a system is made for, and how it goes on after misuse of the thread library.
 *
 * @param isMemoryRuledOut whether another proof says that there are no memory errors, as {@link AccessSteps} understands them
 */
record Conduct(Purpose purpose, Purpose.Misuse misuse, boolean isMemoryRuledOut) {
    static Conduct of(Purpose purpose) {
        return new Conduct(purpose, purpose.misuse(), false);
    }

    /** Where other proofs are about these properties. */
    static Conduct beside(Purpose purpose, Set<Property> others) {
        return new Conduct(
                purpose,
                others.contains(Property.LOCK_MISUSE) ? purpose.misuseRuledOut() : purpose.misuse(),
                others.contains(Property.MEMORY) && purpose != Purpose.MEMORY);
    }

    /** Whether misuse, as any other error but the first memory error, belongs to the executions. */
    boolean returnsErrors() {
        return misuse == Purpose.Misuse.RETURNS;
    }

    boolean failsAtMisuse() {
        return misuse == Purpose.Misuse.FAILS;
    }

    boolean isAboutAllRuns() {
        return purpose.isAboutAllRuns();
    }

    boolean isAboutMemory() {
        return purpose == Purpose.MEMORY;
    }
}
