package dev.moirai.sequentialize;

import dev.moirai.ir.Instr;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many rounds cover every interleaving of a sequential program.
 *
 * <p>An execution is a word of steps, a step being what a thread does from one point to the next. In rounds that run the
 * threads in a fixed order, a new round is needed only at a descent: where a step follows one of a later thread. Between
 * two neighbouring places that are no descents, threads come strictly downwards, each once at most; so a word with {@code
 * m} steps of one thread has at least {@code m} such stretches. Of {@code n} steps, {@code n - m} are then the most that
 * can be descents, and {@code n - m + 1} rounds do.
 *
 * <p>If main is the first in the order, one round less does: main's first step comes first of all and is no descent, and
 * a last round in which only main moves is the context that main has beyond the rounds.
 *
 * <p>Claim: with so many rounds {@link Lazy} leaves nothing out. Checked by {@code EnoughRoundsTest}.
 */
public final class EnoughRounds {
    private EnoughRounds() {}

    public static int of(SequentialProgram program) {
        long all = 0;
        long most = 0;
        for (Simulation simulation : program.simulations()) {
            int steps = steps(simulation.lines());
            all += steps;
            most = Math.max(most, steps);
        }
        boolean mainFirst = program.simulations().getFirst().thread().spawned().isEmpty();
        return (int) Math.clamp(all - most + (mainFirst ? 0 : 1), 1, Integer.MAX_VALUE);
    }

    /** The most points on any path. All jumps go forward, so one walk from the end sees every target before its jumps. */
    static int steps(List<Line> lines) {
        Map<String, Integer> fromLabel = new HashMap<>();
        int from = 0;
        for (int i = lines.size() - 1; i >= 0; i--) {
            switch (lines.get(i)) {
                case Line.Point _ -> from++;
                case Line.Guard _ -> {}
                case Line.Code(var instr, var _) -> {
                    switch (instr) {
                        case Instr.Label(var name, var _) -> fromLabel.put(name, from);
                        case Instr.Goto(var target, var _) -> from = fromLabel.getOrDefault(target, 0);
                        case Instr.Branch(var _, var whenTrue, var whenFalse, var _) ->
                            from = Math.max(fromLabel.getOrDefault(whenTrue, 0), fromLabel.getOrDefault(whenFalse, 0));
                        case Instr.Cut _, Instr.ExitProcess _, Instr.Return _ -> from = 0;
                        default -> {}
                    }
                }
            }
        }
        return from;
    }
}
