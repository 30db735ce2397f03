package dev.moirai.predict;

import dev.moirai.bound.Unencodable;
import dev.moirai.interpret.Machine;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.logic.TermPool;
import dev.moirai.predict.Predictor.Decided;
import dev.moirai.property.Property;
import dev.moirai.trace.Event;
import dev.moirai.trace.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Attempts to take a lock or to lower a semaphore, without waiting or for a time only, that may come out otherwise in another
 * order while the thread goes the same way: the program did not look at the result, or not at once. Formulas hold every
 * result to the recorded one, so where there are such attempts nothing is refuted for good.
 */
final class Attempts {
    private static final String REASON = "may come out otherwise in another order, and the thread goes on all the same";
    /** So many are named. */
    private static final int NAMED = 3;

    private final TraceProgram program;
    private final Failures failures;
    private final TermPool pool = new TermPool();
    private final Bindings bindings;
    /** The places, with the names of what is taken; those where only an assertion looks at the result apart. */
    private final Map<Site, String> ignored = new LinkedHashMap<>();

    private final Map<Site, String> asserted = new LinkedHashMap<>();
    private final Map<Integer, List<Section>> sections = new HashMap<>();
    private final Map<Integer, List<Node>> changes = new HashMap<>();

    /** What the way of the thread makes of the result. */
    private enum Use {
        NONE,
        ASSERTED,
        DECIDES
    }

    Attempts(TraceProgram program, Failures failures, Machine machine) {
        this.program = program;
        this.failures = failures;
        this.bindings = new Bindings(pool, machine);
        List<Node> attempts =
                program.nodes().stream().filter(Attempts::isAttempt).toList();
        if (attempts.isEmpty()) return;
        for (Section each : program.sections())
            sections.computeIfAbsent(each.lock(), _ -> new ArrayList<>()).add(each);
        for (TraceProgram.Life life : program.lives()) {
            if (isChange(life.node()))
                changes.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life.node());
        }
        var settled = new HashSet<Site>();
        for (Node node : attempts) {
            Site site = node.visible().orElseThrow().site();
            if (settled.contains(site) || !isOpen(node)) continue;
            String name = program.trace()
                    .objects()
                    .get(node.visible().orElseThrow().ranges().getFirst().object());
            switch (use(node)) {
                case DECIDES -> {}
                case ASSERTED -> asserted.put(site, name);
                case NONE -> {
                    ignored.put(site, name);
                    settled.add(site);
                }
            }
        }
    }

    /** What is to be said of a property of which nothing was found. */
    Optional<Decided> caveat(Property property) {
        var open = new LinkedHashMap<>(ignored);
        if (property == Property.ASSERTION) open.putAll(asserted);
        if (open.isEmpty()) return Optional.empty();
        String places = open.entrySet().stream()
                .limit(NAMED)
                .map(each ->
                        each.getValue() + " at " + Candidate.place(each.getKey().span()))
                .collect(Collectors.joining(", "));
        String more = open.size() > NAMED ? " and " + (open.size() - NAMED) + " more" : "";
        return Optional.of(Examiner.caveat(property, "the attempt to take " + places + more + " " + REASON));
    }

    static boolean isCaveat(Decided decided) {
        return decided.reason().endsWith(REASON);
    }

    private static boolean isAttempt(Node node) {
        boolean hasteful = node.instr().isPresent()
                && node.instr().get() instanceof Instr.Taking taking
                && taking.patience() != Instr.Patience.BLOCK;
        return hasteful && !node.visible().orElseThrow().ranges().isEmpty();
    }

    private static Instr.Taking taking(Event attempt) {
        return (Instr.Taking) attempt.site().instr();
    }

    private static boolean isChange(Node node) {
        return node.instr()
                .filter(instr -> instr instanceof Instr.Down || instr instanceof Instr.Up)
                .isPresent();
    }

    // ---- whether it may come out otherwise ---------------------------------------------------------------------

    private boolean isOpen(Node node) {
        Event event = node.visible().orElseThrow();
        if (event.result() != 0 && event.result() != taking(event).refusal()) return false;
        int object = program.numberOf(event);
        if (event.site().instr() instanceof Instr.Down) {
            return changes.getOrDefault(object, List.of()).stream().anyMatch(other -> isConcurrent(node, other));
        }
        // Whoever holds it already is answered the same whatever others do.
        if (node.held().stream().anyMatch(section -> section.lock() == object)) return false;
        return sections.getOrDefault(object, List.of()).stream()
                .anyMatch(section -> isExcludedBy(section, event) && mayBeHeld(section, node));
    }

    private static boolean isExcludedBy(Section section, Event event) {
        boolean reads = event.site().instr() instanceof Instr.Lock i && i.mode() == Instr.LockMode.READ;
        return !reads || section.mode() == Section.Mode.EXCLUSIVE;
    }

    /** Whether another thread may be in the section, and may not be, when the step happens. */
    private boolean mayBeHeld(Section section, Node node) {
        if (section.thread() == node.thread() || program.mustOrder().isBefore(node, section.acquire())) return false;
        Node release = section.release();
        if (release == null) {
            return !program.mustOrder().isBefore(section.acquire(), node)
                    && !Locksets.exclude(node.held(), section.acquire().held());
        }
        if (program.mustOrder().isBefore(release, node)) return false;
        // A lock around the whole section and around the attempt keeps them apart.
        return !Locksets.exclude(node.held(), Locksets.throughout(section.acquire(), release));
    }

    private boolean isConcurrent(Node node, Node other) {
        return node.thread() != other.thread()
                && !program.mustOrder().areOrdered(node, other)
                && !Locksets.exclude(node.held(), other.held());
    }

    // ---- what the thread makes of it ---------------------------------------------------------------------------

    /**
     * Whether the thread would leave its way at once with the other result. Later is too late: what it does until then it
     * does with either.
     */
    private Use use(Node node) {
        List<Event> events = node.step().events();
        Event attempt = events.getFirst();
        if (attempt.symbol() == 0) return Use.NONE;
        Map<Integer, Integer> otherwise = new HashMap<>();
        Local result = taking(attempt).result();
        otherwise.put(
                attempt.symbol(),
                bindings.constant(
                        result.type(), attempt.result() == 0 ? taking(attempt).refusal() : 0));
        for (Event event : events.subList(1, events.size())) {
            boolean depends = false;
            for (int symbol : event.symbols()) depends |= otherwise.containsKey(symbol);
            List<Expr> computed = Operand.computed(event);
            if (!depends || computed.isEmpty()) continue;
            int term;
            try {
                term = bindings.term(computed.getFirst(), event, symbol -> otherwise.getOrDefault(symbol, 0));
            } catch (Unencodable _) {
                continue;
            }
            if (!Operand.isCondition(event)) {
                if (event.symbol() != 0) otherwise.put(event.symbol(), term);
            } else if (term == pool.bool(event.result() == 0)) {
                return failures.of(event).isPresent() ? Use.ASSERTED : Use.DECIDES;
            }
        }
        return Use.NONE;
    }
}
