package dev.moirai.rely.recurrence;

import dev.moirai.bound.Unencodable;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Pending;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Looks for a round with a recurrence set in which a given thread moves. The places where all threads can stand are
 * searched breadth first, with a few states for each; from there the ready threads, or only the wanted one, each
 * continue until all are back where they were. Threads that start during the round end during it, or never move.
 */
public final class RoundSearch {
    private static final int MOST_PLACES = 300;
    private static final int STATES_AT_A_PLACE = 3;
    private static final int TRIED_ROUNDS = 3;
    private static final int TRIED_STEMS = 4;

    private final Machine machine;
    private final Predicate<String> wanted;
    private final Limit limit;
    private final Map<List<Integer>, Integer> tried = new HashMap<>();

    /**
     * An endless run: the stem, then the loop for ever, with the same moves but perhaps never the same state.
     *
     * @param threads the number of threads when the loop begins
     * @param begun the number of threads that the loop starts; in each iteration new ones take these parts
     * @param fair whether every thread that is ever ready moves in the loop, and those that it starts end in it
     */
    public record Found(List<Move> stem, List<Move> loop, int threads, int begun, boolean fair, RecurrenceSet set) {
        /** The moves of an iteration after {@code rounds} others. */
        public List<Move> loop(int rounds) {
            return loop.stream()
                    .map(move ->
                            move.thread() < threads ? move : new Move(move.thread() + rounds * begun, move.choices()))
                    .toList();
        }
    }

    private record Node(State state, List<Move> stem) {}

    private RoundSearch(Machine machine, Predicate<String> wanted, Limit limit) {
        this.machine = machine;
        this.wanted = wanted;
        this.limit = limit;
    }

    /** @param wanted the names of the threads of which one must move for ever */
    public static Optional<Found> search(Machine machine, Predicate<String> wanted, Limit limit) {
        return new RoundSearch(machine, wanted, limit).run();
    }

    private Optional<Found> run() {
        Set<Fingerprint> seen = new HashSet<>();
        Map<List<Integer>, Integer> visits = new HashMap<>();
        var pending = new ArrayDeque<Node>();
        Optional<Found> unfair = Optional.empty();
        State start = machine.start();
        pending.add(new Node(start, List.of()));
        while (!pending.isEmpty() && visits.size() <= MOST_PLACES && !limit.isReached()) {
            Node node = pending.remove();
            for (RoundMoves.Policy policy : RoundMoves.Policy.values()) {
                Optional<Found> found = around(node, policy, unfair.isEmpty());
                if (found.filter(Found::fair).isPresent()) return found;
                if (unfair.isEmpty()) unfair = found;
                for (int thread : machine.enabled(node.state())) {
                    if (!RoundMoves.canMove(machine, node.state(), thread)) continue;
                    State to = node.state().fork();
                    Optional<Move> move = RoundMoves.step(machine, to, thread, policy);
                    if (move.isEmpty() || !seen.add(to.fingerprint())) continue;
                    if (visits.merge(ThreadPositions.of(to, to.threadCount()), 1, Integer::sum) > STATES_AT_A_PLACE)
                        continue;
                    var stem = new ArrayList<>(node.stem());
                    stem.add(move.get());
                    pending.add(new Node(to, stem));
                }
            }
        }
        return unfair;
    }

    // ---- rounds ------------------------------------------------------------------------------------------------

    private Optional<Found> around(Node node, RoundMoves.Policy policy, boolean alsoUnfair) {
        if (node.state().atomicHolder() >= 0) return Optional.empty();
        var ready = new ArrayList<Integer>();
        for (int i = 0; i < node.state().threadCount(); i++) {
            if (machine.isReady(node.state(), i)) ready.add(i);
        }
        Optional<Integer> target = ready.stream()
                .filter(i -> wanted.test(node.state().threadName(i)))
                .findFirst();
        if (target.isEmpty()) return Optional.empty();
        Optional<Found> spin = spin(node, target.get(), policy);
        if (spin.isPresent()) return spin;
        Optional<Found> fair = around(node, ready, policy, true);
        if (fair.isPresent() || !alsoUnfair) return fair;
        return around(node, List.of(target.get()), policy, false)
                .or(() -> ready.size() == 1 ? Optional.empty() : around(node, ready, policy, false));
    }

    /** Tries a round of these threads in turn, each until it is back where it was. */
    private Optional<Found> around(Node node, List<Integer> threads, RoundMoves.Policy policy, boolean fairly) {
        // Positions of the other threads matter little.
        var those = new ArrayList<>(List.of(policy.ordinal(), fairly ? 1 : 0));
        for (int thread : threads) ThreadPositions.add(node.state(), thread, those);
        if (tried.merge(those, 1, Integer::sum) > TRIED_STEMS) return Optional.empty();
        RoundMoves straight =
                new RoundMoves(machine, policy, node.state(), fairly ? RoundMoves.TO_THE_END : RoundMoves.NEVER);
        boolean comesRound = straight.run(threads).isPresent();
        Optional<Found> found = comesRound
                ? around(node, threads, policy, fairly ? RoundMoves.TO_THE_END : RoundMoves.NEVER)
                : Optional.empty();
        // It may matter when the newcomers make their moves.
        for (int headStart = 0; found.isEmpty() && headStart < straight.newcomersMoves(); headStart++) {
            found = around(node, threads, policy, headStart);
        }
        return found;
    }

    private Optional<Found> around(Node node, List<Integer> threads, RoundMoves.Policy policy, int headStart) {
        var stem = new ArrayList<>(node.stem());
        State from = node.state();
        // The first rounds may do what is done only once.
        for (int tried = 0; tried < TRIED_ROUNDS && !limit.isReached(); tried++) {
            var moves = new RoundMoves(machine, policy, from, headStart);
            Optional<List<Move>> loop = moves.run(threads);
            if (loop.isEmpty()) return Optional.empty();
            Optional<RecurrenceSet> set = set(from, loop.get());
            if (set.isPresent()) {
                int begun = moves.state().threadCount() - from.threadCount();
                return Optional.of(
                        new Found(stem, loop.get(), from.threadCount(), begun, isFair(from, loop.get()), set.get()));
            }
            stem.addAll(loop.get());
            from = moves.state();
        }
        return Optional.empty();
    }

    /** Tries a loop inside a single step: a loop without visible instructions is one step, which the machine cuts. */
    private Optional<Found> spin(Node node, int thread, RoundMoves.Policy policy) {
        State to = node.state().fork();
        Optional<Move> move = RoundMoves.step(machine, to, thread, policy);
        boolean isCut = move.isPresent()
                && !to.hasEnded(thread)
                && !to.isNewborn(thread)
                && machine.pending(to, thread).isEmpty();
        if (!isCut || !move.get().choices().isEmpty()) return Optional.empty();
        List<Move> loop = List.of(move.get());
        return set(pool -> SpinFollower.round(machine, pool, node.state(), thread))
                .map(set ->
                        new Found(node.stem(), loop, node.state().threadCount(), 0, isFair(node.state(), loop), set));
    }

    private Optional<RecurrenceSet> set(State from, List<Move> loop) {
        return set(pool -> follow(pool, from, loop));
    }

    private Optional<RecurrenceSet> set(Function<TermPool, Round> follow) {
        try {
            var pool = new TermPool();
            return RecurrenceSet.of(pool, follow.apply(pool), follow.apply(pool), limit);
        } catch (NotCovered | Unencodable _) {
            return Optional.empty();
        }
    }

    private Round follow(TermPool pool, State from, List<Move> loop) {
        var follower = new RoundFollower(machine, pool);
        machine.replay(from.fork(), loop, follower);
        return follower.round();
    }

    /**
     * Whether every thread that is ready at some time of the round moves in it, and every thread that starts in it ends
     * in it: then no thread is ready infinitely often and moves only finitely often, even if there are infinitely many
     * threads. A thread that waits for a value in memory counts as ready, because later rounds may write that value.
     */
    private boolean isFair(State from, List<Move> loop) {
        Set<Integer> moved = new HashSet<>();
        loop.forEach(move -> moved.add(move.thread()));
        State state = from.fork();
        for (Move move : loop) {
            for (int i = 0; i < state.threadCount(); i++) {
                if (moved.contains(i) || state.hasEnded(i)) continue;
                Optional<Pending> pending = machine.pending(state, i);
                boolean waitsForNumber = pending.isPresent() && pending.get().instr() instanceof Instr.Await;
                if (waitsForNumber || machine.isReady(state, i)) return false;
            }
            machine.step(state, move, Observer.NONE);
        }
        return IntStream.range(from.threadCount(), state.threadCount()).allMatch(state::hasEnded);
    }
}
