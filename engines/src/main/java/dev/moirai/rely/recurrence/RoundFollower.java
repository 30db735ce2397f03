package dev.moirai.rely.recurrence;

import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Follows the interpreter through one round and records it in terms of the contents it finds: a place becomes a
 * variable when it is first read. Which way a branch goes, which address is used and that all arithmetic is defined
 * become guards. Choices stay as they were, because the endless run makes the same choices in every round.
 *
 * <p>Claim: whenever the guards hold of a state with the same threads at the same places, locks in the same state and
 * the same objects, the same moves lead through the same instructions, and the cells then hold {@link
 * Round.Cell#after}. Instructions for which this would not be true are not covered. There may be more threads than
 * before, started in earlier rounds, which have ended or never move again.
 */
final class RoundFollower implements Follower {
    private static final int WORD = 8;
    private static final int MOST_GUARDS = 200;

    private final Machine machine;
    private final TermPool pool;
    private final RoundTerms terms;
    private final Map<Place, Integer> values = new LinkedHashMap<>();
    private final List<Origin> origins = new ArrayList<>();
    private final List<Round.Guard> guards = new ArrayList<>();
    private final Map<Integer, Integer> startDepths = new HashMap<>();
    private final Newcomers newcomers = new Newcomers();
    private final Map<Long, OptionalLong> lockedBefore = new HashMap<>();
    private final Map<Long, OptionalLong> lockedAfter = new HashMap<>();
    private final Map<String, List<Instr>> bodies = new HashMap<>();

    // Concerning the current instruction.
    private List<Integer> computed = List.of();
    private Place target = new Place.Memory(0, 0);

    private sealed interface Place {
        record Slot(int thread, int depth, Local local) implements Place {}

        record Memory(long address, int bytes) implements Place {
            boolean overlaps(Memory other) {
                return address < other.address + other.bytes && other.address < address + bytes;
            }
        }
    }

    private record Origin(Place place, String name, Type type, int variable, long value) {}

    RoundFollower(Machine machine, TermPool pool) {
        this.machine = machine;
        this.pool = pool;
        this.terms = new RoundTerms(machine.program(), pool, newcomers);
    }

    /** The recorded round, once it is over. */
    Round round() {
        if (!lockedBefore.equals(lockedAfter)) throw new NotCovered("a lock that is not as it was");
        var cells = new ArrayList<Round.Cell>();
        for (Origin origin : origins) {
            cells.add(new Round.Cell(
                    origin.name(),
                    origin.type(),
                    origin.variable(),
                    values.getOrDefault(origin.place(), origin.variable()),
                    origin.value()));
        }
        return new Round(cells, guards);
    }

    // ---- before ------------------------------------------------------------------------------------------------

    @Override
    public void before(Moment moment) {
        startDepths.putIfAbsent(moment.thread(), moment.depth());
        switch (moment.instr()) {
            case Instr.Assign(var _, var value, var _) -> computed = List.of(term(value, moment));
            case Instr.Load(var into, var address, var _, var _) -> {
                Place.Memory place = memory(address, into.type(), moment);
                computed = List.of(terms.loaded(read(place, moment), into.type()));
            }
            case Instr.Store(var address, var value, var _, var _) -> {
                Place.Memory place = memory(address, value.type(), moment);
                computed = List.of(terms.stored(term(value, moment), place.bytes()));
                target = place;
            }
            case Instr.Rmw i -> {
                Place.Memory place = memory(i.address(), i.old().type(), moment);
                int old = terms.loaded(read(place, moment), i.old().type());
                int updated = terms.updated(i.op(), i.old().type(), old, term(i.operand(), moment));
                computed = List.of(old, terms.stored(updated, place.bytes()));
                target = place;
            }
            case Instr.CompareExchange i -> {
                Place.Memory place = memory(i.address(), i.old().type(), moment);
                int stored = read(place, moment);
                int old = terms.loaded(stored, i.old().type());
                int same = pool.eq(old, term(i.expected(), moment));
                int desired = terms.stored(term(i.desired(), moment), place.bytes());
                computed = List.of(old, pool.ite(same, desired, stored));
                target = place;
            }
            case Instr.Branch(var condition, var _, var _, var _) ->
                require(moment.value(condition) != 0 ? term(condition, moment) : -term(condition, moment), moment);
            case Instr.Assume(var condition, var _) -> require(term(condition, moment), moment);
            case Instr.Assert(var condition, var _, var _, var _) -> require(term(condition, moment), moment);
            case Instr.Call(var _, var callee, var arguments, var _) -> {
                isAsItWas(callee, moment);
                computed = arguments.stream().map(a -> term(a, moment)).toList();
            }
            case Instr.Return(var value, var _) -> {
                computed = value.map(v -> List.of(term(v, moment))).orElse(List.of());
                boolean endsNewcomer = moment.depth() == 1 && newcomers.contains(moment.thread());
                if (endsNewcomer) value.ifPresent(RoundFollower::isPointer);
            }
            case Instr.Lock i -> {
                if (i.patience() == Instr.Patience.TIMED) throw notCovered(moment);
                lock(i.object(), moment);
            }
            case Instr.Down i -> {
                if (i.patience() == Instr.Patience.TIMED) throw notCovered(moment);
                lock(i.object(), moment);
            }
            case Instr.Unlock i -> lock(i.object(), moment);
            case Instr.Up i -> lock(i.object(), moment);
            case Instr.Level i -> lock(i.object(), moment);
            case Instr.Print i -> {
                if (!i.arguments().stream().allMatch(a -> a.type() instanceof Type.Int)) throw notCovered(moment);
                i.arguments().forEach(a -> term(a, moment));
            }
            case Instr.Nondet i -> {
                if (i.source() instanceof Source.Timer || i.source() instanceof Source.NewNode)
                    throw notCovered(moment);
            }
            case Instr.Spawn i -> {
                isAsItWas(i.function(), moment);
                if (i.arguments().size() != 1) throw notCovered(moment);
                computed = List.of(term(i.arguments().getFirst(), moment));
            }
            case Instr.Join i -> {
                long other = isNewcomer(i.thread(), moment);
                computed = i.value().isPresent() ? List.of(newcomers.result(other)) : List.of();
            }
            case Instr.Detach i -> isNewcomer(i.thread(), moment);
            case Instr.ExitThread(var value, var _) -> computed = List.of(term(value, moment));
            case Instr.Self _,
                    Instr.Goto _,
                    Instr.Label _,
                    Instr.Fence _,
                    Instr.Yield _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _ -> {}
            case Instr.Alloc _,
                    Instr.Free _,
                    Instr.Resize _,
                    Instr.ExitProcess _,
                    Instr.Cut _,
                    Instr.Block _,
                    Instr.Wait _,
                    Instr.Awake _,
                    Instr.Signal _,
                    Instr.Arrive _,
                    Instr.InitSync _,
                    Instr.DestroySync _,
                    Instr.Await _ -> throw notCovered(moment);
        }
    }

    private static NotCovered notCovered(Moment moment) {
        return new NotCovered(moment.instr().getClass().getSimpleName());
    }

    private void require(int term, Moment moment) {
        if (guards.size() > MOST_GUARDS) throw new NotCovered("a long way round");
        if (term != TermPool.TRUE)
            guards.add(new Round.Guard(term, moment.instr().span().line()));
    }

    private int term(Expr expr, Moment moment) {
        return terms.term(expr, moment, local -> local(local, moment), need -> require(need, moment));
    }

    /** The value of an address or function that must be the same in each round. */
    private long isAsItWas(Expr expr, Moment moment) {
        long value = moment.value(expr);
        require(pool.eq(term(expr, moment), terms.constant(Type.VOID_POINTER, value)), moment);
        return value;
    }

    /** The newcomer whose handle the expression must be, whatever its number. */
    private long isNewcomer(Expr expr, Moment moment) {
        long thread = moment.value(expr);
        int handle = newcomers.handle(thread);
        require(pool.eq(term(expr, moment), terms.handleAs(expr.type(), handle)), moment);
        return thread;
    }

    private int local(Local local, Moment moment) {
        var place = new Place.Slot(moment.thread(), moment.depth(), local);
        return values.computeIfAbsent(place, _ -> {
            if (moment.depth() > startDepths.getOrDefault(moment.thread(), 0)) throw new NotCovered("no value");
            String name = local.name() + " of " + moment.threadName(moment.thread());
            return variable(place, name, local.type(), moment.slotValue(moment.slot(local)));
        });
    }

    private Place.Memory memory(Expr address, Type type, Moment moment) {
        if (address instanceof Expr.Cell || type instanceof Type.Mathematical)
            throw new NotCovered("a value of type " + type);
        var place = new Place.Memory(
                isAsItWas(address, moment), (int) machine.program().sizes().of(type));
        for (Place other : values.keySet()) {
            if (other instanceof Place.Memory m && m.overlaps(place) && !m.equals(place)) {
                throw new NotCovered("memory in pieces");
            }
        }
        return place;
    }

    private int read(Place.Memory place, Moment moment) {
        Integer known = values.get(place);
        if (known != null) return known;
        OptionalLong contents = moment.contents(place.address(), place.bytes());
        if (contents.isEmpty()) throw new NotCovered("uninitialised memory");
        String name = moment.place(place.address(), place.bytes());
        int made = variable(place, name, new Type.Int(8 * place.bytes(), false), contents.getAsLong());
        values.put(place, made);
        return made;
    }

    private int variable(Place place, String name, Type type, long value) {
        // The pool is new or was used by an earlier follower, so its size makes the variable's name unique.
        int made = terms.variable(type, name + " " + pool.size());
        origins.add(new Origin(place, name, type, made, value));
        return made;
    }

    /** Requires a lock or semaphore to be as it was; its state is no variable. */
    private void lock(Expr object, Moment moment) {
        isAsItWas(object, moment);
        watchLock(moment, lockedBefore);
    }

    private static void watchLock(Moment moment, Map<Long, OptionalLong> contents) {
        for (Touch touch : moment.touches()) {
            for (long at = touch.address(); at < touch.address() + touch.bytes(); at += WORD) {
                int bytes = (int) Math.min(WORD, touch.address() + touch.bytes() - at);
                contents.putIfAbsent(at, moment.contents(at, bytes));
            }
        }
    }

    // ---- after -------------------------------------------------------------------------------------------------

    @Override
    public void after(Moment moment) {
        switch (moment.instr()) {
            case Instr.Assign i -> set(i.into(), computed.getFirst(), moment);
            case Instr.Load i -> set(i.into(), computed.getFirst(), moment);
            case Instr.Store _ -> values.put(target, computed.getFirst());
            case Instr.Rmw i -> {
                set(i.old(), computed.getFirst(), moment);
                values.put(target, computed.get(1));
            }
            case Instr.CompareExchange i -> {
                set(i.old(), computed.getFirst(), moment);
                values.put(target, computed.get(1));
            }
            case Instr.Nondet i -> {
                // It may not happen in every round.
                boolean spurious = moment.slotValue(moment.slot(i.into())) != 0;
                if (i.source() instanceof Source.SpuriousFailure && spurious) throw notCovered(moment);
                setAsItIs(i.into(), moment);
            }
            case Instr.Self i -> {
                if (newcomers.contains(moment.thread())) {
                    set(i.into(), terms.handleAs(i.into().type(), newcomers.handle(moment.thread())), moment);
                } else {
                    setAsItIs(i.into(), moment);
                }
            }
            case Instr.Spawn i -> began(i, moment);
            case Instr.Join i -> {
                setAsItIs(i.result(), moment);
                i.value().ifPresent(into -> set(into, computed.getFirst(), moment));
            }
            case Instr.Detach i -> setAsItIs(i.result(), moment);
            case Instr.ExitThread _ -> ended(moment);
            case Instr.Lock i -> locked(i.result(), moment);
            case Instr.Unlock i -> locked(i.result(), moment);
            case Instr.Down i -> locked(i.result(), moment);
            case Instr.Up i -> locked(i.result(), moment);
            case Instr.Level i -> locked(i.into(), moment);
            case Instr.Call _ -> {
                Function callee = machine.program().function(moment.function());
                if (computed.size() != callee.parameters().size()) throw new NotCovered("a call with other arguments");
                for (int i = 0; i < computed.size(); i++)
                    set(callee.parameters().get(i), computed.get(i), moment);
            }
            case Instr.Return _ -> returned(moment);
            default -> {}
        }
    }

    private void set(Local into, int term, Moment moment) {
        values.put(new Place.Slot(moment.thread(), moment.depth(), into), term);
    }

    private void setAsItIs(Local into, Moment moment) {
        set(into, terms.constant(into.type(), moment.slotValue(moment.slot(into))), moment);
    }

    private void locked(Local result, Moment moment) {
        setAsItIs(result, moment);
        var now = new HashMap<Long, OptionalLong>();
        watchLock(moment, now);
        lockedAfter.putAll(now);
    }

    private void began(Instr.Spawn spawn, Moment moment) {
        int thread = moment.threadCount() - 1;
        int handle = terms.variable(RoundTerms.HANDLE, "handle " + pool.size());
        newcomers.begin(thread, handle);
        // A thread's first frame has no values but the argument.
        startDepths.put(thread, 0);
        set(spawn.handle(), terms.handleAs(spawn.handle().type(), handle), moment);
        List<Local> parameters = started(moment.value(spawn.function())).parameters();
        if (parameters.isEmpty()) return;
        isPointer(parameters.getFirst());
        isPointer(spawn.arguments().getFirst());
        values.put(new Place.Slot(thread, 1, parameters.getFirst()), computed.getFirst());
    }

    /** Rejects start functions whose types differ from pthread's. */
    private static void isPointer(Expr expr) {
        if (!(expr.type() instanceof Type.Pointer)) throw new NotCovered("a start function of another type");
    }

    private Function started(long address) {
        return machine.program().functions().values().stream()
                .filter(function -> machine.functionAddress(function.name()) == address)
                .findFirst()
                .orElseThrow(() -> new NotCovered("a thread of no function"));
    }

    private void ended(Moment moment) {
        boolean isOver = moment.next() < 0 && newcomers.contains(moment.thread());
        if (!isOver) throw new NotCovered("a thread's end");
        newcomers.end(moment.thread(), computed.isEmpty() ? terms.constant(Type.VOID_POINTER, 0) : computed.getFirst());
        values.keySet().removeIf(place -> place instanceof Place.Slot slot && slot.thread() == moment.thread());
    }

    private void returned(Moment moment) {
        if (moment.depth() == 0) {
            ended(moment);
            return;
        }
        if (moment.depth() < startDepths.getOrDefault(moment.thread(), 0)) throw new NotCovered("a return");
        values.keySet()
                .removeIf(place -> place instanceof Place.Slot(var thread, var depth, var _)
                        && thread == moment.thread()
                        && depth > moment.depth());
        // The call is the instruction before the one at which control continues.
        List<Instr> body = bodies.computeIfAbsent(
                moment.function(),
                name -> machine.program().function(name).body().stream()
                        .filter(instr -> !(instr instanceof Instr.Label))
                        .toList());
        if (moment.next() < 1 || !(body.get(moment.next() - 1) instanceof Instr.Call call)) {
            throw new NotCovered("a return");
        }
        call.into().ifPresent(into -> set(into, computed.getFirst(), moment));
    }
}
