package dev.moirai.predict;

import dev.moirai.interpret.Fingerprint;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Pending;
import dev.moirai.interpret.State;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.property.Violation;
import dev.moirai.trace.InstrSite;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * The second opinion on prediction: every feasible order of the steps of a trace, one by one, by the interpreter. A thread
 * goes on as long as it executes the very instructions it executed in the trace, at the same addresses; where it leaves
 * them it stops, and what it would do next is no step of the trace. No filter, no slicing, no formula.
 */
final class AllOrders {
    /** More states are too many. */
    private static final int MOST = 300_000;

    private final Machine machine;
    /** The same, but who misuses a lock goes on. */
    private final Machine lenient;

    private final TraceProgram program;
    private final TraceOrigin origin;
    private final Map<StepNode, List<Done>> executed = new HashMap<>();
    private final Map<StepNode, List<Touch>> touched = new HashMap<>();
    private final List<Triple> triples = new ArrayList<>();
    private final Set<Object> seen = new HashSet<>();

    /** What can happen: property, then threads and places. */
    final Set<String> violations = new TreeSet<>();

    boolean tooMany;

    /** An instruction, and the memory it touched. */
    private record Done(Instr instr, List<Touch> touches) {}

    private record Triple(StepNode first, StepNode remote, StepNode second, String name) {}

    private record Point(
            Fingerprint state, List<Integer> positions, List<Boolean> lost, List<Boolean> orders, boolean misused) {}

    /** Where an enumeration stands. */
    private static final class Spot {
        final State state;
        final int[] positions;
        final int[] numbers;
        final boolean[] lost;
        final boolean[] orders;
        /** Whether somebody has misused a lock on the way: where that is looked for, this is no run any more. */
        boolean misused;

        Spot(State state, int[] positions, int[] numbers, boolean[] lost, boolean[] orders) {
            this.state = state;
            this.positions = positions;
            this.numbers = numbers;
            this.lost = lost;
            this.orders = orders;
        }

        Spot fork() {
            var copy = new Spot(state.fork(), positions.clone(), numbers.clone(), lost.clone(), orders.clone());
            copy.misused = misused;
            return copy;
        }
    }

    AllOrders(Machine machine, Machine lenient, TraceProgram program, TraceOrigin origin, Transactions transactions) {
        this.machine = machine;
        this.lenient = lenient;
        this.program = program;
        this.origin = origin;
        asRecorded();
        collect(TransactionNumbers.of(program, transactions));
        search();
    }

    /** The recorded run itself: what each step executed and touched. */
    private void asRecorded() {
        State state = machine.start();
        for (StepNode node : program.nodes()) {
            touched.put(
                    node,
                    machine.pending(state, node.thread()).map(Pending::touches).orElse(List.of()));
            executed.put(node, new ArrayList<>());
            step(machine, state, node.thread(), node.step().choices(), executed.get(node));
        }
    }

    /**
     * What the environment may choose: as recorded, but a timed wait comes back as it did whether or not somebody has ended
     * it, if it can, and a signal wakes any of those who wait.
     */
    private List<List<Long>> choices(Spot spot, int thread) {
        StepNode node = next(spot, thread);
        List<Long> recorded = node.step().choices();
        if (node.instr().isEmpty()) return List.of(recorded);
        return switch (node.instr().get()) {
            case Instr.Awake _ -> List.of(List.of(node.visible().orElseThrow().result() == 0 ? 1L : 0L));
            case Instr.Signal(var _, var wake, var _)
            when wake == Instr.Wake.ONE -> {
                long address = touched.get(node).getFirst().address();
                long waiting = machine.sleepers(spot.state, address).size();
                yield LongStream.range(0, Math.max(1, waiting))
                        .mapToObj(List::of)
                        .toList();
            }
            default -> List.of(recorded);
        };
    }

    private static Outcome step(Machine machine, State state, int thread, List<Long> chosen, List<Done> log) {
        Deque<Long> choices = new ArrayDeque<>(chosen);
        return machine.step(
                state,
                thread,
                _ -> {
                    Long next = choices.poll();
                    return next == null ? 0 : next;
                },
                new Follower() {
                    @Override
                    public void before(Moment moment) {
                        boolean touches = moment.instr() instanceof Instr.Load || moment.instr() instanceof Instr.Store;
                        log.add(new Done(moment.instr(), touches ? moment.touches() : List.of()));
                    }

                    @Override
                    public void after(Moment moment) {}
                });
    }

    /** Every unserialisable pattern within a transaction, by definition: no filter. */
    private void collect(int[] transaction) {
        for (Cell cell : program.cells()) {
            List<CellAccess> accesses =
                    cell.accesses().stream().filter(CellAccess::isData).toList();
            for (CellAccess first : accesses) {
                for (CellAccess second : accesses) {
                    if (first.node().thread() != second.node().thread()
                            || first.node().position() >= second.node().position()) continue;
                    int number = transaction[first.node().number()];
                    if (number < 0 || number != transaction[second.node().number()]) continue;
                    for (CellAccess remote : accesses) {
                        if (remote.node().thread() != first.node().thread()) triple(accesses, first, remote, second);
                    }
                }
            }
        }
    }

    private void triple(List<CellAccess> accesses, CellAccess first, CellAccess remote, CellAccess second) {
        // Neighbours for a remote write; neighbouring writes for a remote read.
        if (!remote.writes() && !(first.writes() && second.writes())) return;
        for (CellAccess between : accesses) {
            boolean inside = between.node().thread() == first.node().thread()
                    && between.node().position() > first.node().position()
                    && between.node().position() < second.node().position();
            if (inside && (remote.writes() || between.writes())) return;
        }
        String name = name(
                Property.ATOMICITY,
                List.of(first.node().thread(), remote.node().thread()),
                List.of(
                        first.event().site(),
                        remote.event().site(),
                        second.event().site()));
        triples.add(new Triple(first.node(), remote.node(), second.node(), name));
    }

    static String name(Property property, List<Integer> threads, List<InstrSite> sites) {
        var text = new StringBuilder(property.word()).append(' ').append(threads);
        for (InstrSite site : sites)
            text.append(' ').append(site.function()).append('.').append(site.index());
        return text.toString();
    }

    private void search() {
        int threads = program.threadCount();
        var numbers = new int[threads];
        Arrays.fill(numbers, -1);
        numbers[0] = 0;
        Deque<Spot> open = new ArrayDeque<>();
        open.push(new Spot(
                machine.start(), new int[threads], numbers, new boolean[threads], new boolean[triples.size()]));
        while (!open.isEmpty() && !tooMany) {
            Spot spot = open.pop();
            var key = new Point(
                    spot.state.fingerprint(),
                    Arrays.stream(spot.positions).boxed().toList(),
                    list(spot.lost),
                    list(spot.orders),
                    spot.misused);
            if (!seen.add(key)) continue;
            if (seen.size() > MOST) tooMany = true;
            look(spot);
            int[] enabled = machine.enabled(spot.state);
            for (int thread = 0; thread < threads; thread++) {
                if (stands(spot, thread) && Arrays.binarySearch(enabled, spot.numbers[thread]) >= 0) {
                    for (List<Long> chosen : choices(spot, thread)) advance(spot, thread, chosen, open);
                }
            }
        }
    }

    private static List<Boolean> list(boolean[] values) {
        var list = new ArrayList<Boolean>();
        for (boolean value : values) list.add(value);
        return list;
    }

    private StepNode next(Spot spot, int thread) {
        return program.thread(thread).get(spot.positions[thread]);
    }

    /** Whether the thread stands before its next step of the trace. */
    private boolean stands(Spot spot, int thread) {
        if (spot.numbers[thread] < 0 || spot.lost[thread]) return false;
        if (spot.positions[thread] >= program.thread(thread).size()) return false;
        if (spot.state.hasEnded(spot.numbers[thread])) return false;
        StepNode node = next(spot, thread);
        if (joinsLost(spot, node)) return false;
        var pending = machine.pending(spot.state, spot.numbers[thread]);
        if (node.instr().isEmpty()) return true;
        return pending.isPresent()
                && pending.get().instr() == node.instr().get()
                && pending.get().touches().equals(touched.get(node));
    }

    /** Who ended on another way than in the trace has not ended as far as the trace goes. */
    private static boolean joinsLost(Spot spot, StepNode node) {
        return node.visible()
                .filter(event -> event.site().instr() instanceof Instr.Join && event.result() == 0)
                .map(event -> event.threads().getFirst())
                .filter(joined -> spot.lost[joined] && spot.state.hasEnded(spot.numbers[joined]))
                .isPresent();
    }

    /** Against the rules, by where it stands and who does it. */
    static String misuse(Violation violation) {
        return Property.LOCK_MISUSE.word() + " " + violation.thread() + " " + violation.span();
    }

    /** What prediction promises: not that objects are made before they are used, nor what else destroying may disturb. */
    private static boolean isPromised(Violation misuse) {
        return !misuse.message().contains("which is not initialised")
                && !(misuse.message().startsWith("destroy") && misuse.message().endsWith("waits"));
    }

    private void advance(Spot from, int thread, List<Long> chosen, Deque<Spot> open) {
        var log = new ArrayList<Done>();
        Spot spot = from.fork();
        Outcome outcome = step(machine, spot.state, spot.numbers[thread], chosen, log);
        if (outcome instanceof Outcome.Violated(var violation) && violation.property() == Property.LOCK_MISUSE) {
            if (!from.misused && isPromised(violation)) violations.add(misuse(violation));
            if (!violation.message().startsWith("unlock") || violation.message().contains("destroyed")) return;
            log.clear();
            spot = from.fork();
            spot.misused = true;
            outcome = step(lenient, spot.state, spot.numbers[thread], chosen, log);
        }
        moved(from, spot, thread, outcome, log, open);
    }

    private void moved(Spot from, Spot spot, int thread, Outcome outcome, List<Done> log, Deque<Spot> open) {
        StepNode node = next(from, thread);
        int before = from.state.threadCount();
        if (outcome instanceof Outcome.Violated(var violation) && violation.property() == Property.ASSERTION) {
            assertion(node, log);
        }
        // The visible part of a step that fails later has been done all the same.
        spot.positions[thread]++;
        if (!log.equals(executed.get(node))) spot.lost[thread] = true;
        if (spot.state.threadCount() > before) {
            spot.numbers[node.visible().orElseThrow().threads().getFirst()] = before;
        }
        for (int i = 0; i < triples.size(); i++) {
            Triple triple = triples.get(i);
            if (triple.remote() == node)
                spot.orders[i] = isDone(spot, triple.first()) && !isDone(spot, triple.second());
            if (triple.second() == node && isDone(spot, triple.remote()) && spot.orders[i])
                violations.add(triple.name());
        }
        if (outcome instanceof Outcome.Continued && !leftSectionOtherwise(from, spot, thread, log)) open.push(spot);
    }

    /** Whether the thread has left its atomic section on a way that is not that of the trace: there it is inside still. */
    private boolean leftSectionOtherwise(Spot from, Spot to, int thread, List<Done> log) {
        int number = to.numbers[thread];
        if (from.state.atomicHolder() != number || to.state.atomicHolder() == number) return false;
        List<Done> recorded = executed.get(next(from, thread));
        return log.subList(0, common(log, recorded)).stream()
                .noneMatch(done -> done.instr() instanceof Instr.AtomicEnd);
    }

    private static int common(List<Done> log, List<Done> recorded) {
        int same = 0;
        while (same < log.size() && same < recorded.size() && log.get(same).equals(recorded.get(same))) same++;
        return same;
    }

    private static boolean isDone(Spot spot, StepNode node) {
        return spot.positions[node.thread()] > node.position();
    }

    /** The step failed where the trace went the other way, or at an assertion of the trace. */
    private void assertion(StepNode node, List<Done> log) {
        int same = common(log, executed.get(node));
        // A step that differs from its first instruction on fails at no assertion of the trace.
        if (same == 0) return;
        Instr decisive = log.get(Math.min(same, log.size()) - 1).instr();
        for (TraceEvent event : node.step().events()) {
            if (event.site().instr() == decisive && origin.failure(event).isPresent()) {
                violations.add(name(Property.ASSERTION, List.of(node.thread()), List.of(event.site())));
                return;
            }
        }
    }

    private void look(Spot spot) {
        int threads = program.threadCount();
        int[] enabled = machine.enabled(spot.state);
        int stuck = 0;
        for (int i = 0; i < threads; i++) {
            if (!stands(spot, i) || next(spot, i).visible().isEmpty()) continue;
            boolean locking = next(spot, i).instr().orElseThrow() instanceof Instr.Lock;
            if (locking && Arrays.binarySearch(enabled, spot.numbers[i]) < 0) stuck++;
            for (int j = i + 1; j < threads; j++) {
                if (!stands(spot, j) || next(spot, j).visible().isEmpty()) continue;
                if (machine.race(spot.state, spot.numbers[i], spot.numbers[j]).isPresent()) {
                    violations.add(name(
                            Property.DATA_RACE,
                            List.of(i, j),
                            List.of(
                                    next(spot, i).visible().orElseThrow().site(),
                                    next(spot, j).visible().orElseThrow().site())));
                }
            }
        }
        boolean isOfTheTrace = !hasEndedElsewhere(spot) && (stuck >= 2 || allStand(spot));
        if (isOfTheTrace && machine.deadlock(spot.state).isPresent()) {
            violations.add(Property.DEADLOCK.word());
        }
    }

    /** Whether a thread has ended on another way than in the trace: what it holds then is not for prediction to tell. */
    private boolean hasEndedElsewhere(Spot spot) {
        for (int thread = 0; thread < program.threadCount(); thread++) {
            int number = spot.numbers[thread];
            if (number >= 0 && spot.lost[thread] && spot.state.hasEnded(number)) return true;
        }
        return false;
    }

    /** Whether all threads that could move, were it not for what they wait for, stand before steps of the trace. */
    private boolean allStand(Spot spot) {
        int holder = spot.state.atomicHolder();
        for (int thread = 0; thread < program.threadCount(); thread++) {
            int number = spot.numbers[thread];
            if (number < 0 || spot.state.hasEnded(number) || holder >= 0 && holder != number) continue;
            boolean stands =
                    stands(spot, thread) && next(spot, thread).visible().isPresent();
            if (!stands && !waitsAtBarrier(spot, thread)) return false;
        }
        return true;
    }

    /** Whether it came to a barrier, and has to wait there where it was the last in the trace. */
    private boolean waitsAtBarrier(Spot spot, int thread) {
        if (!spot.lost[thread]) return false;
        StepNode last = program.thread(thread).get(spot.positions[thread] - 1);
        return last.instr().filter(Instr.Arrive.class::isInstance).isPresent()
                && machine.pending(spot.state, spot.numbers[thread])
                        .filter(it -> it.instr() instanceof Instr.Awake)
                        .isPresent();
    }
}
