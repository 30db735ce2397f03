package dev.moirai.explore;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.interpret.UntrustedMove;
import dev.moirai.ir.Source;
import dev.moirai.property.Fairness;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Believes no engine: runs the stem, then the lasso until a state repeats at its end, then the steps in between once
 * more, and checks by itself whether they were fair and left undone what was asked. Shares no code with the searches.
 *
 * <p>An engine may identify states that differ only in where their objects lie. After more iterations the addresses
 * repeat too, because freed pages are used again; so what is confirmed always repeats to the byte.
 */
public final class LassoJudge {
    /** How often the lasso is run in search of a repeated state. */
    private static final int MOST_ROUNDS = 16;

    private final Machine machine;
    private final LivenessProperty liveness;
    private final State state;
    private int phase;

    // What was observed in one iteration of the lasso.
    private final Set<Integer> moved = new LinkedHashSet<>();
    private final Set<Integer> readyOnce = new LinkedHashSet<>();
    private final Set<Integer> notReadyOnce = new LinkedHashSet<>();
    private final Set<SourceSpan> asked = new LinkedHashSet<>();
    private final Set<SourceSpan> fired = new LinkedHashSet<>();
    private boolean between;
    private boolean inLasso;

    public sealed interface Judgement {
        /**
         * @param runs the threads that move for ever
         * @param waits the threads that wait for ever, and what each waits for at the lasso's start
         */
        record Confirmed(FairRun run, List<String> runs, Map<String, String> waits) implements Judgement {
            public Confirmed {
                runs = List.copyOf(runs);
            }
        }

        record Refused(String why) implements Judgement {}
    }

    private static final class Doubt extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Doubt(String why) {
            super(why, null, false, false);
        }
    }

    private LassoJudge(Machine machine, LivenessProperty liveness) {
        this.machine = machine;
        this.liveness = liveness;
        this.state = machine.start();
    }

    public static Judgement judge(Machine machine, LivenessProperty liveness, FairRun run) {
        try {
            return new LassoJudge(machine, liveness).judge(run);
        } catch (Doubt doubt) {
            return new Judgement.Refused(String.valueOf(doubt.getMessage()));
        }
    }

    private Judgement judge(FairRun run) {
        watch(LivenessProperty.IDLE);
        for (Move move : run.stem()) step(move);
        Map<Fingerprint, Integer> seen = new HashMap<>();
        int rounds = 0;
        Optional<Integer> same = Optional.empty();
        while (same.isEmpty()) {
            if (rounds > MOST_ROUNDS) throw new Doubt("no state comes back in " + MOST_ROUNDS + " times round");
            same = Optional.ofNullable(seen.put(state.fingerprint(), rounds));
            if (same.isPresent()) break;
            for (Move move : run.lasso()) step(move);
            rounds++;
        }
        var stem = new ArrayList<>(run.stem());
        for (int i = 0; i < same.get(); i++) stem.addAll(run.lasso());
        var lasso = new ArrayList<Move>();
        for (int i = same.get(); i < rounds; i++) lasso.addAll(run.lasso());
        Fingerprint before = state.fingerprint();
        forget();
        inLasso = true;
        Map<String, String> waits = waits();
        for (Move move : lasso) lassoStep(move);
        if (!state.fingerprint().equals(before)) throw new Doubt("the state does not come back");
        demandFairness();
        waits.keySet()
                .removeIf(
                        name -> moved.stream().anyMatch(t -> state.threadName(t).equals(name)));
        return new Judgement.Confirmed(
                new FairRun(stem, lasso),
                moved.stream().sorted().map(state::threadName).toList(),
                waits);
    }

    private void forget() {
        moved.clear();
        asked.clear();
        fired.clear();
    }

    private Map<String, String> waits() {
        var waits = new LinkedHashMap<String, String>();
        for (int i = 0; i < state.threadCount(); i++) {
            String name = state.threadName(i);
            machine.waitsFor(state, i).ifPresent(what -> waits.put(name, what));
        }
        return waits;
    }

    private void lassoStep(Move move) {
        if (!liveness.accepts(state, phase)) throw new Doubt("what is asked to stay undone is done");
        if (!machine.isReady(state, move.thread())) {
            throw new Doubt("thread " + state.threadName(move.thread()) + " wakes up spuriously in the lasso");
        }
        if (state.atomicHolder() < 0) {
            between = true;
            for (int i = 0; i < state.threadCount(); i++) (machine.isReady(state, i) ? readyOnce : notReadyOnce).add(i);
        }
        moved.add(move.thread());
        step(move);
    }

    private void step(Move move) {
        switch (UntrustedMove.make(machine, state, move, this::chosen)) {
            case UntrustedMove.Result.DoesNotFit(var why) -> throw new Doubt(why);
            case UntrustedMove.Result.Made(var outcome) -> {
                if (!(outcome instanceof Outcome.Continued)) throw new Doubt("the run ends: " + outcome);
            }
        }
        watch(phase);
    }

    private void chosen(Choice choice, long answer) {
        if (choice.isSpurious(answer)) {
            // Allowed on the stem; forget() separates the stem's questions from the lasso's.
            asked.add(SPURIOUS);
        }
        if (choice instanceof Choice.AnyValue(var _, Source.Timer _, var _)) {
            asked.add(choice.span());
            if (answer != 0) fired.add(choice.span());
        }
    }

    /** Counts as a time-out that is asked for and never fires, so that a spurious event in the lasso is rejected. */
    private static final SourceSpan SPURIOUS = new SourceSpan("spurious wake-up or failure", 0, 0);

    private void watch(int before) {
        int[] phases = liveness.phases(machine, state, before);
        if (phases.length == 0 && inLasso) throw new Doubt("the response comes");
        if (phases.length == 0) phases = liveness.phases(machine, state, LivenessProperty.IDLE);
        // A response is owed as soon as it can be.
        phase = phases[phases.length - 1];
    }

    private void demandFairness() {
        if (liveness.fairness() == Fairness.NONE) return;
        for (SourceSpan site : asked) {
            if (!fired.contains(site)) throw new Doubt("the time-out at " + site + " never fires");
        }
        for (int thread = 0; thread < state.threadCount() && between; thread++) {
            if (moved.contains(thread) || state.hasEnded(thread)) continue;
            boolean leftOut = switch (liveness.fairness()) {
                case STRONG -> readyOnce.contains(thread);
                case WEAK -> !notReadyOnce.contains(thread);
                case NONE -> false;
            };
            if (leftOut) throw new Doubt("thread " + state.threadName(thread) + " is left out unfairly");
        }
    }
}
