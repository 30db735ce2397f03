package dev.moirai.sequentialize;

import dev.moirai.bound.AtomicSections;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Waiting;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lazy sequentialization of a bounded program (Inverso, Tomasco, Fischer, La Torre, Parlato, CAV 2014, section 3).
 *
 * <p>Every thread becomes a simulation that is run once a round; it hops over what earlier rounds executed and falls
 * through to its end at the guessed switch point. The only nondeterminism added is that guess. Threads run in the order
 * of their numbers: main first, then as the spawns stand in the text.
 *
 * <p>Beyond the paper: points stand only before visible instructions outside atomic sections, in main only from the first
 * spawn on, and not before {@link LeftMovers}; what a thread does before its first visible instruction belongs to that one's point; guards stand only where a jump skips a point; the first
 * context of a thread starts at point 0 and the very last context runs as far as it can; a thread has no context in a
 * round in which it cannot have been spawned yet.
 *
 * <p>Claim: an assertion fails in the result iff it fails in some round-robin execution of at most {@code rounds} rounds
 * and one more context of every thread that creates others, children before parents, so main last.
 * Checked by {@code LazyAgainstExplicitSearchTest}.
 */
public final class Lazy {
    private Lazy() {}

    /** Synchronisation must have been lowered. */
    public static SequentialProgram sequentialize(BoundedProgram program, LazyOptions options) {
        var movers = LeftMovers.of(program);
        return new SequentialProgram(
                program,
                options,
                program.threads().stream()
                        .map(thread -> simulate(program, thread, movers, options))
                        .toList());
    }

    private static Simulation simulate(
            BoundedProgram program, BoundedThread thread, LeftMovers movers, LazyOptions options) {
        List<Instr> body = thread.body();
        var lines = new ArrayList<Line>();
        var pointsBefore = new int[body.size() + 1];
        int points = 0;
        boolean startMerged = !firstStepMayBlock(body) && thread.spawned().isPresent();
        AtomicSections sections = AtomicSections.of(body);
        // While main is alone, nobody could use an interruption.
        boolean alone = thread.spawned().isEmpty();
        var silent = new SilentEnds(program, body, options);
        var pointAt = new HashMap<Integer, Integer>();
        pointAt.put(0, points++);
        for (int i = 0; i < body.size(); i++) {
            Instr instr = body.get(i);
            if (!sections.isInside(i) && isPoint(instr)) {
                if (startMerged) startMerged = false;
                else if (i > 0
                        && !(Waiting.question(body, i).isEmpty()
                                && (alone || (movesLeft(thread, i, movers) && !silent.mayEndAt(i))))) {
                    pointAt.put(i, points++);
                }
            }
            if (silent.needsPoint(i) && !alone && !sections.isInside(i)) {
                pointAt.put(i, points++);
                silent.hasPoint();
            }
            if (instr instanceof Instr.Spawn) alone = false;
            pointsBefore[i] = points;
        }
        Map<String, Integer> guards = guards(thread, pointsBefore);
        for (int i = 0; i < body.size(); i++) {
            Integer point = pointAt.get(i);
            Instr instr = body.get(i);
            if (point != null)
                lines.add(new Line.Point(point, isPoint(instr) ? Waiting.question(body, i) : List.of(), i));
            lines.add(new Line.Code(instr, i));
            if (instr instanceof Instr.Label(var name, var _) && guards.containsKey(name)) {
                lines.add(new Line.Guard(guards.get(name), i));
            }
        }
        return new Simulation(thread, points, lines);
    }

    private static boolean movesLeft(BoundedThread thread, int index, LeftMovers movers) {
        return Visibility.isVisible(thread.body().get(index)) && movers.movesLeft(thread, index);
    }

    /** The labels that a jump reaches over points, and the number of the next point there. */
    static Map<String, Integer> guards(BoundedThread thread, int[] pointsBefore) {
        List<Instr> body = thread.body();
        var indexOf = new HashMap<String, Integer>();
        for (int i = 0; i < body.size(); i++) {
            if (body.get(i) instanceof Instr.Label(var name, var _)) indexOf.put(name, i);
        }
        var guards = new HashMap<String, Integer>();
        for (int i = 0; i < body.size(); i++) {
            for (String target : targets(thread, body.get(i))) {
                int next = pointsBefore[indexOf.getOrDefault(target, body.size() - 1)];
                if (next > pointsBefore[i]) guards.put(target, next);
            }
        }
        return guards;
    }

    private static List<String> targets(BoundedThread thread, Instr instr) {
        return switch (instr) {
            case Instr.Goto(var target, var _) -> List.of(target);
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> List.of(whenTrue, whenFalse);
            case Instr.ExitProcess _ -> List.of(thread.end());
            default -> List.of();
        };
    }

    /**
     * The end of the process needs no point: a thread that stands before it might as well stay there. What ends the whole
     * run does, visible or not: others may have gone on before it.
     */
    private static boolean isPoint(Instr instr) {
        return switch (instr) {
            case Instr.Yield _, Instr.ExitProcess _ -> false;
            case Instr.Assume _, Instr.Cut _ -> true;
            default -> Visibility.isVisible(instr);
        };
    }

    /**
     * A thread that has not begun can move; one that waits before its first visible instruction cannot. So if that
     * instruction can block, what comes before it is a step of its own. Main always has begun, and is merged no further.
     */
    private static boolean firstStepMayBlock(List<Instr> body) {
        for (int i = 0; i < body.size(); i++) {
            if (isPoint(body.get(i))) return i > 0 && !Waiting.question(body, i).isEmpty();
        }
        return false;
    }
}
