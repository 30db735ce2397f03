package dev.moirai.ir;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs passes in order and checks that the program is still well-formed: after each pass where assertions are enabled, as in
 * the tests, else once at the end, since the checks cost as much as the passes; if that fails the pass at fault is looked
 * for. {@link #dumping} shows the program as it is after one named pass.
 */
public final class Passes {
    private static final boolean CHECKS_EACH = Passes.class.desiredAssertionStatus();

    private final List<Pass> passes;
    private final Optional<Dump> dump;

    private record Dump(String pass, Consumer<String> out) {}

    public Passes(List<Pass> passes) {
        this(List.copyOf(passes), Optional.empty());
    }

    private Passes(List<Pass> passes, Optional<Dump> dump) {
        this.passes = passes;
        this.dump = dump;
    }

    public List<String> names() {
        return passes.stream().map(Pass::name).toList();
    }

    /** The same passes; the text of the program after {@code pass} goes to {@code out}. */
    public Passes dumping(String pass, Consumer<String> out) {
        if (!names().contains(pass)) {
            throw new IllegalArgumentException("no pass " + pass + "; there are " + String.join(", ", names()));
        }
        return new Passes(passes, Optional.of(new Dump(pass, out)));
    }

    public Program run(Program program) {
        Program current = program;
        for (Pass pass : passes) {
            current = pass.apply(current);
            if (CHECKS_EACH) requireWellFormed(pass, current);
            if (dump.isPresent() && dump.get().pass().equals(pass.name())) {
                dump.get().out().accept(Printer.print(current));
            }
        }
        if (!CHECKS_EACH && !WellFormed.check(current).isEmpty()) blame(program);
        return current;
    }

    /** Runs the passes once more to name the one that breaks the program. */
    private void blame(Program program) {
        Program current = program;
        for (Pass pass : passes) {
            current = pass.apply(current);
            requireWellFormed(pass, current);
        }
    }

    private static void requireWellFormed(Pass pass, Program program) {
        List<String> complaints = WellFormed.check(program);
        if (!complaints.isEmpty()) {
            throw new IllegalStateException(
                    "pass " + pass.name() + " broke the program:\n  " + String.join("\n  ", complaints));
        }
    }
}
