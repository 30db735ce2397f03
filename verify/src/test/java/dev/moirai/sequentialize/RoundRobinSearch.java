package dev.moirai.sequentialize;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import dev.moirai.ir.Source;
import dev.moirai.property.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the violations in all executions of so many rounds, with one context for each thread in a round and a last
 * context of main. Also enumerates all runs of one thread.
 *
 * <p>It stands in this module and not beside the sequentialization because {@code LazyDifferential} needs it too, and
 * modules share no test classes.
 */
public final class RoundRobinSearch {
    private final Machine machine;
    private final int rounds;
    private final Set<String> violations = new HashSet<>();
    private final Set<Seen> seen = new HashSet<>();
    private int steps;

    private record Seen(Fingerprint fingerprint, int round, int thread) {}

    private RoundRobinSearch(Machine machine, int rounds) {
        this.machine = machine;
        this.rounds = rounds;
    }

    /** Throws an {@link IllegalStateException} if there are too many states. */
    public static Set<String> violations(Machine machine, int rounds) {
        var search = new RoundRobinSearch(machine, rounds);
        search.explore(machine.start(), 1, 0);
        return search.violations;
    }

    public static String name(Violation violation) {
        return violation.property()
                + (violation.property().word().equals("deadlock")
                        ? ""
                        : ":" + violation.span().line());
    }

    private void explore(State state, int round, int thread) {
        if (round > rounds + 1 || (round > rounds && thread > 0)) return;
        if (!seen.add(new Seen(state.fingerprint(), round, thread))) return;
        if (++steps > 400_000) throw new IllegalStateException("too many states");
        Optional<Violation> wrong = Run.violation(machine, state);
        // No end: a spurious wake-up may still lead on.
        wrong.ifPresent(violation -> violations.add(name(violation)));
        boolean last = thread + 1 >= state.threadCount();
        explore(state.fork(), last ? round + 1 : round, last ? 0 : thread + 1);
        if (Arrays.stream(machine.enabled(state)).noneMatch(enabled -> enabled == thread)) return;
        var choices = new Choices();
        do {
            State next = state.fork();
            Outcome outcome = machine.step(next, thread, choices::choose, Observer.NONE);
            if (outcome instanceof Outcome.Violated(var violation)) violations.add(name(violation));
            if (outcome instanceof Outcome.Continued) explore(next, round, thread);
        } while (choices.advance());
    }

    /** Runs through all answers: 0 and 1 for inputs, all for what has a small range. */
    static final class Choices {
        private final List<long[]> taken = new ArrayList<>();
        private int at;

        long choose(Choice choice) {
            return choose(
                    switch (choice) {
                        case Choice.OneOf one -> one.count();
                        case Choice.AnyValue(dev.moirai.ir.Type.Int(var width, var _), Source.HowFar _, var _) ->
                            1 << width;
                        case Choice.AnyValue(var _, Source.WhoIsWoken(var threads), var _) -> threads.size();
                        case Choice.AnyValue _ -> 2;
                    });
        }

        private long choose(int count) {
            if (at == taken.size()) taken.add(new long[] {0, count});
            return taken.get(at++)[0];
        }

        boolean advance() {
            at = 0;
            while (!taken.isEmpty() && taken.getLast()[0] + 1 >= taken.getLast()[1]) taken.removeLast();
            if (taken.isEmpty()) return false;
            taken.getLast()[0]++;
            return true;
        }
    }
}
