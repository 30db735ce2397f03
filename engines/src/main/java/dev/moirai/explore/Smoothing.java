package dev.moirai.explore;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.State;
import dev.moirai.interpret.UntrustedMove;
import dev.moirai.property.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Removes context switches from a known run to a violation. First as much as possible of its end is made without
 * interruption, each thread continuing until it must wait; then two turns of a thread are tried as one, and turns are
 * left out if possible, as long as the run fails in the same way. Works on the run itself, so it helps where there are
 * too many states around it to search.
 */
final class Smoothing {
    /** So many steps are made at most, so that the result does not depend on the machine's speed. */
    private static final long MOST_STEPS = 300_000;

    private final Machine machine;
    private final long deadline;
    private long steps;

    Smoothing(Machine machine, long deadline) {
        this.machine = machine;
        this.deadline = deadline;
    }

    List<Move> smooth(List<Move> moves) {
        Optional<Way> given = run(List.of(moves));
        if (given.isEmpty()) return moves;
        Way best = withCalmEnd(given.get());
        for (Way before = null; before != best && !isEnough(); ) {
            before = best;
            best = withoutTurns(withTurnsJoined(best));
        }
        return best.moves;
    }

    /** Moves that lead to the violation and not beyond it. */
    private record Way(Violation violation, List<Move> moves) {
        int switches() {
            int count = 0;
            for (int i = 1; i < moves.size(); i++) {
                if (moves.get(i).thread() != moves.get(i - 1).thread()) count++;
            }
            return count;
        }

        boolean isShorterThan(Way other) {
            int fewer = switches() - other.switches();
            return fewer < 0 || fewer == 0 && moves.size() < other.moves.size();
        }

        /** The moves, grouped into turns of one thread. */
        List<List<Move>> turns() {
            var turns = new ArrayList<List<Move>>();
            for (int i = 0, begin = 0; i < moves.size(); i++) {
                if (i + 1 < moves.size()
                        && moves.get(i + 1).thread() == moves.get(i).thread()) continue;
                turns.add(moves.subList(begin, i + 1));
                begin = i + 1;
            }
            return turns;
        }
    }

    /** Keeps as little as possible of the beginning, found by bisection: most often only the beginning matters. */
    private Way withCalmEnd(Way way) {
        Way best = way;
        int least = 0;
        int enough = way.moves.size();
        while (least < enough && !isEnough()) {
            int kept = (least + enough) / 2;
            Optional<Way> calm = calm(way.moves, kept).filter(other -> isSame(other.violation, way.violation));
            if (calm.isEmpty()) {
                least = kept + 1;
                continue;
            }
            enough = kept;
            if (calm.get().isShorterThan(best)) best = calm.get();
        }
        return best;
    }

    /** The first {@code kept} moves as they are, then each thread's remaining moves as long as it can make them. */
    private Optional<Way> calm(List<Move> moves, int kept) {
        var trial = new Trial();
        for (Move move : moves.subList(0, kept)) if (trial.isUnderWay()) trial.make(move);
        Map<Integer, Deque<Move>> left = new TreeMap<>();
        for (Move move : moves.subList(kept, moves.size())) {
            left.computeIfAbsent(move.thread(), _ -> new ArrayDeque<>()).add(move);
        }
        while (trial.isUnderWay()) {
            OptionalInt next = trial.next(left.keySet());
            if (next.isEmpty()) return Optional.empty();
            Deque<Move> own = Objects.requireNonNull(left.get(next.getAsInt()));
            trial.make(own.remove());
            if (own.isEmpty()) left.remove(next.getAsInt());
        }
        return trial.way();
    }

    private Way withTurnsJoined(Way way) {
        Way best = way;
        List<List<Move>> turns = best.turns();
        for (int i = 0; i < turns.size() && !isEnough(); i++) {
            for (int next = following(turns, i); next > 0 && !isEnough(); next = following(turns, i)) {
                var joined = new ArrayList<>(turns);
                joined.add(i + 1, joined.remove(next));
                Optional<Way> other = better(joined, best);
                if (other.isEmpty()) break;
                best = other.get();
                turns = best.turns();
            }
        }
        return best;
    }

    private Way withoutTurns(Way way) {
        Way best = way;
        for (int i = best.turns().size() - 2; i > 0 && !isEnough(); i--) {
            var fewer = new ArrayList<>(best.turns());
            if (i >= fewer.size()) continue;
            fewer.remove(i);
            best = better(fewer, best).orElse(best);
        }
        return best;
    }

    /** The next turn of the thread that has turn {@code i}, after a turn of another; 0 if there is none. */
    private static int following(List<List<Move>> turns, int i) {
        if (i >= turns.size()) return 0;
        int thread = turns.get(i).getFirst().thread();
        for (int j = i + 2; j < turns.size(); j++) if (turns.get(j).getFirst().thread() == thread) return j;
        return 0;
    }

    private Optional<Way> better(List<List<Move>> turns, Way than) {
        return run(turns).filter(way -> isSame(way.violation, than.violation) && way.isShorterThan(than));
    }

    private static boolean isSame(Violation one, Violation other) {
        return one.property() == other.property() && one.span().equals(other.span());
    }

    private boolean isEnough() {
        return steps > MOST_STEPS
                || System.nanoTime() - deadline >= 0
                || Thread.currentThread().isInterrupted();
    }

    /** The run that the moves make, if they can be made and lead to a violation. */
    private Optional<Way> run(List<List<Move>> turns) {
        var trial = new Trial();
        for (List<Move> turn : turns) {
            for (Move move : turn) if (trial.isUnderWay()) trial.make(move);
        }
        return trial.way();
    }

    /** Makes moves one by one until something goes wrong or a move cannot be made. */
    private final class Trial {
        private final State state = machine.start();
        private final List<Move> made = new ArrayList<>();
        private Optional<Violation> violation = Run.violation(machine, state);
        private boolean failed;

        boolean isUnderWay() {
            return violation.isEmpty() && !failed;
        }

        Optional<Way> way() {
            return violation.map(wrong -> new Way(wrong, made));
        }

        /** The thread that moved last if it can continue, else another one of {@code among}. */
        OptionalInt next(Set<Integer> among) {
            int[] enabled = machine.enabled(state);
            if (!made.isEmpty()) {
                int last = made.getLast().thread();
                if (among.contains(last) && Arrays.binarySearch(enabled, last) >= 0) return OptionalInt.of(last);
            }
            return Arrays.stream(enabled).filter(among::contains).findFirst();
        }

        void make(Move move) {
            steps++;
            if (!(UntrustedMove.make(machine, state, move, UntrustedMove.Listener.NONE)
                    instanceof UntrustedMove.Result.Made(var outcome))) {
                failed = true;
                return;
            }
            made.add(move);
            switch (outcome) {
                case Outcome.Violated(var wrong) -> violation = Optional.of(wrong);
                case Outcome.Continued _ -> violation = Run.violation(machine, state);
                case Outcome.Ended _, Outcome.Pruned _, Outcome.LimitReached _ -> failed = true;
            }
        }
    }
}
