package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.ir.Visibility;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The locations and transitions of one thread. Locations are where the thread can be interrupted (before its visible
 * instructions, atomic sections apart) and the heads of its loops; a transition is one path from a location to the
 * next. If there are too many paths, every label becomes a location, and if there are still too many, every instruction;
 * the additional interruptions there make no difference.
 */
final class ThreadExtraction {
    private static final int MOST_WAYS = 64;

    private final Instance thread;
    private final Steps steps;
    private final Variables variables;
    private final Function<SourceSpan, String> lines;
    private final Map<Key, Integer> numbers = new LinkedHashMap<>();
    private final Deque<Key> pending = new ArrayDeque<>();
    private final List<Transition> transitions = new ArrayList<>();
    private final Map<Key, Set<Contact>> contacts = new HashMap<>();
    private final Map<Key, List<Wait>> waits = new HashMap<>();
    private final BitSet extraStops = new BitSet();
    private final boolean hasEndFlag;
    private final Purpose purpose;
    private final PointerLocals pointers;
    private Stops stops = Stops.WHERE_OTHERS_CAN_MOVE;
    private int ways;

    /** Where there are locations, besides the heads of loops. */
    private enum Stops {
        WHERE_OTHERS_CAN_MOVE,
        AT_LABELS,
        EVERYWHERE
    }

    /** {@code at} is an instruction, or {@link #UNBORN}, {@link #ENDED}, {@link #FAILED} or {@link #OVER}. */
    private record Key(int at, Path.Mode mode) {}

    private static final int UNBORN = -1;
    private static final int ENDED = -2;
    private static final int FAILED = -3;
    private static final int OVER = -4;

    private static final Key OVER_KEY = new Key(OVER, Path.Mode.PLAIN);

    private static final class TooManyWaysException extends RuntimeException {}

    ThreadExtraction(
            Instance thread,
            Steps steps,
            Variables variables,
            Function<SourceSpan, String> lines,
            boolean hasEndFlag,
            Conduct conduct) {
        this.thread = thread;
        this.steps = steps;
        this.variables = variables;
        this.lines = lines;
        this.hasEndFlag = hasEndFlag;
        this.purpose = conduct.purpose();
        this.pointers = new PointerLocals(thread, conduct);
    }

    ThreadSystem extract() {
        while (true) {
            try {
                return attempt();
            } catch (TooManyWaysException e) {
                stopMoreOften();
                numbers.clear();
                pending.clear();
                transitions.clear();
                contacts.clear();
                waits.clear();
            }
        }
    }

    private void stopMoreOften() {
        if (stops == Stops.EVERYWHERE) {
            throw new UnsupportedException(
                    "more than " + MOST_WAYS + " ways through one step",
                    thread.function().span());
        }
        stops = stops == Stops.WHERE_OTHERS_CAN_MOVE ? Stops.AT_LABELS : Stops.EVERYWHERE;
        for (int at = 0; at < thread.code().size(); at++) {
            int settled = thread.flow().settled(at);
            boolean isWanted = stops == Stops.EVERYWHERE || thread.code().get(at) instanceof Instr.Label;
            if (isWanted && thread.code().isBeginning(settled)) extraStops.set(settled);
        }
    }

    private ThreadSystem attempt() {
        int start = location(thread.number() == 0 ? key(0, Path.Mode.ALONE) : new Key(UNBORN, Path.Mode.PLAIN));
        while (!pending.isEmpty()) from(pending.poll());
        var locations = new ArrayList<Location>();
        numbers.forEach((key, number) -> locations.add(new Location(
                number,
                kind(key),
                span(key),
                live(key),
                contacts.getOrDefault(key, Set.of()),
                waits.getOrDefault(key, List.of()))));
        return new ThreadSystem(thread.name(), thread.number(), thread.copies(), start, locations, transitions);
    }

    private Location.Kind kind(Key key) {
        if (key.at() == FAILED) return Location.Kind.FAILURE;
        if (key.at() == ENDED) return Location.Kind.ENDED;
        if (key.at() == OVER) return Location.Kind.OVER;
        boolean head = key.at() >= 0 && thread.flow().isLoopHead(key.at());
        return head ? Location.Kind.LOOP_HEAD : Location.Kind.OTHER;
    }

    private SourceSpan span(Key key) {
        if (key.at() >= 0) return thread.code().get(key.at()).span();
        return thread.function().span();
    }

    private Set<Integer> live(Key key) {
        var live = new HashSet<Integer>();
        for (Local local : liveLocals(key))
            live.add(variables.local(thread.number(), thread.name(), local).index());
        variables.cellsOf(thread.number()).forEach(cell -> live.add(cell.index()));
        variables.heldBy(thread.number()).forEach(held -> live.add(held.index()));
        return live;
    }

    private List<Local> liveLocals(Key key) {
        if (key.at() < 0) return List.of();
        return thread.flow().liveBefore(key.at()).stream()
                .filter(local ->
                        local.type() instanceof Type.Int && !thread.constants().containsKey(local)
                                || pointers.address(local).isPresent())
                .sorted(Comparator.comparing(Local::name))
                .toList();
    }

    private Key key(int at, Path.Mode mode) {
        return new Key(thread.flow().settled(at), mode == Path.Mode.STARTING ? Path.Mode.PLAIN : mode);
    }

    private int location(Key key) {
        Integer known = numbers.get(key);
        if (known != null) return known;
        numbers.put(key, numbers.size());
        pending.add(key);
        return numbers.size() - 1;
    }

    // ---- where threads of the program are ----------------------------------------------------------------------

    /** The location of a thread that arrives at an instruction, {@link ObservedStep#NOWHERE}, or nothing if it goes on from there. */
    OptionalInt stop(int at, Path.Mode mode) {
        int settled = thread.flow().settled(at);
        if (!isStop(settled, mode)) return OptionalInt.empty();
        return OptionalInt.of(numbers.getOrDefault(key(settled, mode), ObservedStep.NOWHERE));
    }

    /** The location of threads that have ended. */
    int ended() {
        return numbers.getOrDefault(new Key(ENDED, Path.Mode.PLAIN), ObservedStep.NOWHERE);
    }

    /** The location of threads in which an assertion has failed. */
    int failed() {
        return numbers.getOrDefault(new Key(FAILED, Path.Mode.PLAIN), ObservedStep.NOWHERE);
    }

    // ---- one step ----------------------------------------------------------------------------------------------

    private void from(Key key) {
        if (key.at() == ENDED || key.at() == FAILED || key.at() == OVER) return;
        ways = 0;
        var path = new Path(key.mode());
        steps.evaluation().whenFailing(p -> failed(p, key));
        steps.evaluation()
                .whenViolating(p -> emit(
                        p,
                        key,
                        new Key(FAILED, Path.Mode.PLAIN),
                        steps.evaluation().span()));
        thread.constants().forEach(path::set);
        if (key.at() == UNBORN) {
            if (purpose == Purpose.WAITING) waits.put(key, List.of(WaitSteps.birth(variables, thread)));
            path.require(Row.atLeast(LifeSteps.active(variables, thread).now(), Linear.of(1)));
            arrive(0, path, key, thread.function().span());
            return;
        }
        for (Local local : liveLocals(key)) {
            Linear now = variables.local(thread.number(), thread.name(), local).now();
            path.set(local, pointers.value(local, now));
        }
        if (purpose == Purpose.WAITING && Visibility.mayBlock(thread.code().get(key.at())))
            waits.put(key, steps.waits(key.at(), path));
        perform(key.at(), path, key, thread.code().get(key.at()).span());
    }

    private void perform(int at, Path path, Key from, SourceSpan span) {
        // Alone there is nobody to race with.
        if (path.mode() != Path.Mode.ALONE) {
            steps.contact(at, at != from.at())
                    .ifPresent(it ->
                            contacts.computeIfAbsent(from, _ -> new HashSet<>()).add(it));
        }
        switch (thread.code().get(at)) {
            case Instr.Goto(var target, var _) -> arrive(thread.code().position(target), path, from, span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) ->
                steps.evaluation().truth(condition, path, (cond, p) -> {
                    var other = p.fork();
                    steps.evaluation()
                            .decide(cond, true, p, q -> arrive(thread.code().position(whenTrue), q, from, span));
                    steps.evaluation()
                            .decide(
                                    cond,
                                    false,
                                    other,
                                    q -> arrive(thread.code().position(whenFalse), q, from, span));
                });
            case Instr.Assert(var condition, var property, var _, var place)
            when purpose.isAboutAllRuns() && property == Property.ASSERTION -> {
                steps.evaluation().at(place);
                steps.evaluation().truth(condition, path, (cond, p) -> {
                    var other = p.fork();
                    steps.evaluation().decide(cond, true, p, q -> arrive(at + 1, q, from, span));
                    steps.evaluation()
                            .decide(cond, false, other, q -> emit(q, from, new Key(FAILED, Path.Mode.PLAIN), place));
                });
            }
            case Instr.Assume(var condition, var place)
            when purpose.isAboutAllRuns() -> {
                steps.evaluation().at(place);
                steps.evaluation().truth(condition, path, (cond, p) -> {
                    var other = p.fork();
                    steps.evaluation().decide(cond, true, p, q -> arrive(at + 1, q, from, span));
                    steps.evaluation().decide(cond, false, other, q -> stopped(q, from, place));
                });
            }
            // What comes after it is unknown: the thread need not end there.
            case Instr.Cut(var reason, var place) -> {
                String what = reason instanceof CutReason.Construct(var construct, var _) ? construct : reason.words();
                throw new UnsupportedException(what, place);
            }
            // The thread waits before the section, at an instruction that does not look like a wait.
            case Instr.Block(var _, var _, var place)
            when purpose == Purpose.WAITING ->
                throw new UnsupportedException("a wait at the beginning of an atomic section", place);
            case Instr.Terminal _ -> {
                if (hasEndFlag) path.write(LifeSteps.ended(variables, thread), Linear.of(1));
                emit(path, from, endsProcess(at) ? OVER_KEY : new Key(ENDED, Path.Mode.PLAIN), span);
            }
            default -> steps.execute(at, path, p -> arrive(at + 1, p, from, span));
        }
    }

    /** Whether the process ends there; where nobody asks who waits, it does not matter. */
    private boolean endsProcess(int at) {
        if (purpose != Purpose.WAITING) return false;
        if (thread.code().get(at) instanceof Instr.ExitProcess) return true;
        FlatCode.Origin origin = thread.code().origin(at);
        Instr original = steps.program().function(origin.function()).body().get(origin.index());
        return thread.number() == 0 && original instanceof Instr.Return;
    }

    /** A thread that stops for ever has done what comes before, and others go on. */
    private void stopped(Path path, Key from, SourceSpan place) {
        Key end = purpose == Purpose.WAITING ? OVER_KEY : new Key(ENDED, Path.Mode.PLAIN);
        if (!path.written().isEmpty()) emit(path, from, end, place);
    }

    /** Before the run ends with a failure of this thread, others may go on, unless nobody can interrupt it. */
    private void failed(Path path, Key from) {
        boolean isSeen = path.mode() == Path.Mode.PLAIN || path.mode() == Path.Mode.STARTING;
        if (isSeen && purpose.isAboutAllRuns()) stopped(path, from, span(from));
    }

    private void arrive(int label, Path path, Key from, SourceSpan span) {
        int at = thread.flow().settled(label);
        if (isStop(at, path.mode())) emit(path, from, key(at, path.mode()), span);
        else perform(at, path, from, span);
    }

    private boolean isStop(int at, Path.Mode mode) {
        if (thread.flow().isLoopHead(at) || extraStops.get(at)) return true;
        Instr instr = thread.code().get(at);
        boolean endsMain = thread.number() == 0 && thread.code().isEnd(at);
        return switch (mode) {
            case PLAIN -> Visibility.isVisible(instr) || endsMain;
            case ATOMIC -> Visibility.mayBlock(instr);
            case ALONE -> purpose == Purpose.WAITING && Visibility.mayBlock(instr);
            case STARTING -> (Visibility.isVisible(instr) || endsMain) && !(instr instanceof Instr.Spawn);
        };
    }

    // ---- the end of a step -------------------------------------------------------------------------------------

    private void emit(Path path, Key from, Key to, SourceSpan span) {
        fix(new ArrayList<>(liveLocals(to)), path, p -> {
            if (++ways > MOST_WAYS) throw new TooManyWaysException();
            var rows = new ArrayList<>(p.guards());
            var written = new HashSet<Integer>();
            p.written().forEach((variable, value) -> define(variables.all().get(variable), value, rows, written));
            for (Local local : liveLocals(to)) {
                Variable variable = variables.local(thread.number(), thread.name(), local);
                Optional<Value.Address> only = pointers.address(local);
                if (only.isPresent()) {
                    PointerLocals.isSet(p.local(local), only.get())
                            .ifPresentOrElse(
                                    bit -> define(variable, bit, rows, written), () -> written.add(variable.index()));
                    continue;
                }
                switch (p.local(local)) {
                    case Value.Number(var value) -> define(variable, value, rows, written);
                    case Value.Truth(var cond) -> {
                        if (cond instanceof Cond.Known(var truth)) {
                            define(variable, Linear.of(truth ? 1 : 0), rows, written);
                        } else if (!cond.equals(
                                new Cond.AtLeastZero(variable.now().plus(-1)))) {
                            written.add(variable.index());
                        }
                    }
                    case Value.Address _,
                            Value.Element _,
                            Value.Inside _,
                            Value.Perhaps _,
                            Value.Beyond _,
                            Value.Opaque _ -> written.add(variable.index());
                }
            }
            String name = thread.name() + "." + (transitions.size() + 1);
            transitions.add(new Transition(
                    name, thread.number(), location(from), location(to), rows, written, span, lines.apply(span)));
        });
    }

    private static void define(Variable variable, Linear value, List<Row> rows, Set<Integer> written) {
        if (value.equals(variable.now())) return;
        rows.add(Row.equal(variable.next(), value));
        written.add(variable.index());
    }

    /** Splits the path until every truth value that is still needed is known. */
    private void fix(List<Local> left, Path path, Consumer<Path> then) {
        if (left.isEmpty()) {
            then.accept(path);
            return;
        }
        Local local = left.removeLast();
        boolean open = path.local(local) instanceof Value.Truth(var cond)
                && !(cond instanceof Cond.Known)
                && !(cond instanceof Cond.Any)
                && !isUnchanged(local, cond);
        if (!open) {
            fix(left, path, then);
            return;
        }
        Cond cond = ((Value.Truth) path.local(local)).cond();
        steps.evaluation().decide(cond, true, path.fork(), p -> {
            p.set(local, new Value.Truth(Cond.TRUE));
            fix(new ArrayList<>(left), p, then);
        });
        steps.evaluation().decide(cond, false, path, p -> {
            p.set(local, new Value.Truth(Cond.FALSE));
            fix(new ArrayList<>(left), p, then);
        });
    }

    private boolean isUnchanged(Local local, Cond cond) {
        Variable variable = variables.local(thread.number(), thread.name(), local);
        return cond.equals(new Cond.AtLeastZero(variable.now().plus(-1)));
    }
}
