package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.predict.Predictor.Decided;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.property.Property;
import dev.moirai.trace.InstrSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for deadlocks other than cycles of locks: a formula about the whole trace is asked for a state in which no thread can move,
 * then for another one, until there is none. Where threads wait only for locks and for ends of threads, every deadlock is a
 * cycle of locks, and {@link DeadlockCandidates} has found it faster.
 */
final class StuckSearch {
    /** The most deadlocks that are looked for. */
    private static final int MOST = 8;

    private final Examiner examiner;
    /** The deadlocks that are known already, as threads and the places where they wait. */
    private final List<List<ThreadPlace>> known = new ArrayList<>();

    StuckSearch(Examiner examiner) {
        this.examiner = examiner;
    }

    /** What threads of the trace wait for besides locks taken in cycles; empty if all deadlocks are cycles of locks. */
    static Set<String> beyondCycles(TraceProgram program, DeadlockCandidates.Lengths lengths) {
        var beyond = new TreeSet<String>();
        if (lengths == DeadlockCandidates.Lengths.CUT) beyond.add("cycles of many locks");
        for (CriticalSection section : program.sections()) {
            if (section.release() == null && program.isContested(section.lock())) beyond.add("locks never given back");
        }
        if (!program.tried().cells().isEmpty()) beyond.add("locks that may be taken or not");
        if (!program.barriers().isEmpty()) beyond.add("barriers");
        for (StepNode node : program.nodes()) {
            node.instr().filter(StuckStates::mayWait).ifPresent(instr -> {
                switch (instr) {
                    case Instr.Down _ -> beyond.add("semaphores");
                    case Instr.Await _ -> beyond.add("values");
                    case Instr.Awake i -> {
                        if (i.kind() == Sync.CONDITION) beyond.add("signals");
                    }
                    case Instr.Join _ -> {
                        if (!node.held().isEmpty()) beyond.add("ends of threads under a lock");
                    }
                    default -> {}
                }
            });
        }
        for (TraceProgram.Atomic atomic : program.atomics()) {
            List<StepNode> thread = program.thread(atomic.begin().thread());
            for (int at = atomic.begin().position(); at <= atomic.end().position(); at++) {
                if (thread.get(at).instr().filter(StuckStates::mayWait).isPresent()) beyond.add("atomic sections");
            }
        }
        return beyond;
    }

    /** @param cycles the candidates for cycles of locks, all decided */
    List<Decided> run(Set<String> beyond, List<Decided> cycles) {
        for (Decided cycle : cycles) if (cycle.fate() == Fate.CONFIRMED) known.add(places(cycle));
        var decided = new ArrayList<Decided>();
        Decided end = collect(StuckStates.Scope.ALL, decided, beyond);
        if (end.fate() == Fate.OPEN) hereAndThere(decided);
        if (end.fate() == Fate.REFUTED || end.fate() == Fate.REFUTED_WITHIN_BOUND) {
            // Deadlocks beyond the end of the recording are not promised, but are shown if there are any.
            var more = new ArrayList<Decided>();
            collect(StuckStates.Scope.ALL_RECORDED, more, beyond);
            decided.addAll(more);
        }
        if (decided.isEmpty() || end.fate() == Fate.OPEN || end.fate() == Fate.NOT_REPLAYED) decided.add(end);
        return decided;
    }

    /** Collects deadlocks one after the other; returns why it ended. */
    private Decided collect(StuckStates.Scope scope, List<Decided> confirmed, Set<String> beyond) {
        while (confirmed.size() < MOST) {
            var claim = new Claim.Stuck(scope, List.of(), known);
            Candidate any = new Candidate(Property.DEADLOCK, List.of(), List.of(), List.of(claim), true);
            Optional<Session.Reply> reply = examiner.askWhole(claim);
            if (reply.isEmpty()) return open(any, beyond, "the trace is too long for a formula about all of it");
            switch (reply.get()) {
                case Session.Reply.Found found -> {
                    Decided each = examiner.judged(candidate((Claim.Stuck) found.claim()), found);
                    if (each.fate() == Fate.NOT_REPLAYED) return each;
                    confirmed.add(each);
                    known.add(places(each));
                }
                case Session.Reply.Nothing(var bound) -> {
                    return Examiner.plain(any, bound.isPresent() ? Fate.REFUTED_WITHIN_BOUND : Fate.REFUTED, "");
                }
                case Session.Reply.Unknown(var reason) -> {
                    return open(any, beyond, reason);
                }
            }
        }
        return confirmed.getLast();
    }

    /** Asks some windows, where the whole trace is too long. */
    private void hereAndThere(List<Decided> confirmed) {
        for (var found : examiner.askHereAndThere(new Claim.Stuck(StuckStates.Scope.ALL, List.of(), known))) {
            Candidate candidate = candidate((Claim.Stuck) found.claim());
            boolean isNew = known.stream().noneMatch(places(candidate.sites(), candidate.threads())::containsAll);
            if (!isNew || confirmed.size() == MOST) continue;
            Decided each = examiner.judged(candidate, found);
            if (each.fate() != Fate.CONFIRMED) continue;
            confirmed.add(each);
            known.add(places(each));
        }
    }

    private static Decided open(Candidate any, Set<String> beyond, String reason) {
        return Examiner.plain(
                any, Fate.OPEN, "whether all may come to wait for " + String.join(", ", beyond) + ": " + reason);
    }

    /** The candidate names the threads that wait for something other than the end of a thread, if there are any. */
    private static Candidate candidate(Claim.Stuck claim) {
        List<StepNode> points = claim.points().stream()
                .filter(node -> !(node.instr().orElseThrow() instanceof Instr.Join))
                .toList();
        if (points.isEmpty()) points = claim.points();
        List<InstrSite> sites =
                points.stream().map(node -> node.visible().orElseThrow().site()).toList();
        List<Integer> threads = points.stream().map(StepNode::thread).toList();
        return new Candidate(Property.DEADLOCK, sites, threads, List.of(claim), true);
    }

    private static List<ThreadPlace> places(Decided decided) {
        return places(decided.sites(), decided.threads());
    }

    private static List<ThreadPlace> places(List<InstrSite> sites, List<Integer> threads) {
        var places = new ArrayList<ThreadPlace>();
        for (int i = 0; i < sites.size(); i++) places.add(new ThreadPlace(threads.get(i), sites.get(i)));
        return places;
    }
}
