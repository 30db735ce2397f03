package dev.moirai.rely.transition;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.State;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads a state of the interpreter as one of the transition system: where its threads stand, which object of the run an
 * object of the extraction is, and what the variables hold. A variable whose value is not certain is left out.
 */
final class Bearings {
    private final Extracted extracted;
    private final Machine machine;
    private final State state;
    /** The functions in the interpreter's order, and the positions in their bodies of what is no label. */
    private final List<Function> functions;

    private final List<int[]> positions = new ArrayList<>();
    /** The system's thread that each thread of the run is one of. */
    private final List<Integer> instances = new ArrayList<>(List.of(0));
    /** The addresses of objects that exist once, and of those that each thread has, by the thread's number. */
    private final Map<String, Long> shared = new HashMap<>();

    private final Map<Integer, Map<String, Long>> own = new HashMap<>();
    private final Set<String> made = new HashSet<>();
    /** The instructions that have made objects, by the objects' addresses. */
    private final Map<Long, FlatCode.Origin> sites = new HashMap<>();

    Bearings(Extracted extracted, Machine machine, State state) {
        this.extracted = extracted;
        this.machine = machine;
        this.state = state;
        this.functions = List.copyOf(extracted.program().functions().values());
        for (Function function : functions) {
            positions.add(IntStream.range(0, function.body().size())
                    .filter(i -> !(function.body().get(i) instanceof Instr.Label))
                    .toArray());
        }
    }

    Instance instance(int thread) {
        return extracted.instances().get(instances.get(thread));
    }

    ThreadExtraction extraction(int thread) {
        return extracted.extractions().get(instances.get(thread));
    }

    // ---- what the run has done -----------------------------------------------------------------------------------

    /** The youngest thread of the run was started by an instruction of another thread's code. */
    void started(int by, int at) {
        Integer child = instance(by).spawns().get(at);
        if (child == null) throw new NotSimulatedException("a thread started where none is known to be");
        instances.add(child);
    }

    /** An instruction of the thread's code has made an object, perhaps where another has been. */
    void allocated(int thread, int at, long address) {
        shared.values().removeIf(other -> other == address);
        own.values().forEach(mine -> mine.values().removeIf(other -> other == address));
        sites.put(address, instance(thread).code().origin(at));
        if (!(extracted.objects().allocated(instance(thread), at) instanceof Value.Address(var key, var _))) return;
        if (extracted.objects().owner(key).isPresent()) {
            own.computeIfAbsent(thread, _ -> new HashMap<>()).put(key, address);
        } else {
            shared.put(key, address);
            if (!made.add(key)) throw new NotSimulatedException("a second object of what is made once: " + key);
        }
    }

    // ---- where threads stand -------------------------------------------------------------------------------------

    /** The call stack of a thread as calls of its flat code: {@code above} comes before the outermost one. */
    List<FlatCode.Origin> calls(int thread, List<FlatCode.Origin> above) {
        var calls = new ArrayList<>(above);
        for (int level = 0; level < state.depth(thread) - 1; level++) {
            calls.add(origin(thread, level, state.position(thread, level)));
        }
        return calls;
    }

    /** The instruction at a position of the interpreter's, in the function of an activation. */
    FlatCode.Origin origin(int thread, int level, int position) {
        int function = state.function(thread, level);
        return new FlatCode.Origin(functions.get(function).name(), positions.get(function)[position]);
    }

    // ---- what variables hold -------------------------------------------------------------------------------------

    /** The address of an object for a thread, if it is known. */
    OptionalLong address(String key, int thread) {
        Optional<Global> global = extracted.objects().global(key);
        if (global.isPresent()) {
            boolean isOwn = global.get().storage() == Global.Storage.THREAD_LOCAL;
            OptionalInt whose = isOwn ? holder(key, thread) : OptionalInt.of(0);
            return whose.isEmpty()
                    ? OptionalLong.empty()
                    : machine.addressOf(global.get().name(), whose.getAsInt());
        }
        Long address = extracted.objects().owner(key).isPresent()
                ? own.getOrDefault(thread, Map.of()).get(key)
                : shared.get(key);
        return address == null ? OptionalLong.empty() : OptionalLong.of(address);
    }

    /** The thread of the run whose copy of a thread-local global it is. */
    private OptionalInt holder(String key, int thread) {
        for (int other = 0; other < instances.size(); other++) {
            boolean isIt = other == thread || !instance(other).isMany();
            String name = extracted.objects().globalName(key);
            if (isIt && extracted.objects().global(name, instance(other)).equals(key)) return OptionalInt.of(other);
        }
        return OptionalInt.empty();
    }

    /** The values of globals and of the thread's own variables, where it stands {@code calls} deep. */
    Map<Integer, BigInteger> values(int thread, List<FlatCode.Origin> calls) {
        Map<Integer, BigInteger> values = globals(thread);
        locals(thread, calls)
                .forEach(it -> extracted
                        .variables()
                        .known(instances.get(thread), it.flat())
                        .ifPresent(variable -> values.put(
                                variable.index(),
                                it.flat().type() instanceof Type.Pointer
                                        ? isSet(thread, it)
                                        : Extraction.number(
                                                it.value(), it.flat().type()))));
        return values;
    }

    /** Whether a pointer that only ever holds one address holds it. */
    private BigInteger isSet(int thread, Held pointer) {
        boolean isSet = pointer.value() != 0
                && instance(thread).constants().get(pointer.flat()) instanceof Value.Perhaps(var only, var _, var _)
                && moved(address(only.object(), thread), only.offset()).orElse(0) == pointer.value();
        return isSet ? BigInteger.ONE : BigInteger.ZERO;
    }

    /** The values of what lies in memory, the thread's own objects included, and who is started and has ended. */
    Map<Integer, BigInteger> globals(int thread) {
        var values = new HashMap<Integer, BigInteger>();
        extracted.variables().cells().forEach((cell, variable) -> {
            if (!variable.isGlobal() && variable.owner() != instances.get(thread)) return;
            address(cell.object(), thread)
                    .ifPresent(base -> cell(cell, base + cell.offset(), thread)
                            .ifPresent(value -> values.put(variable.index(), value)));
        });
        extracted
                .variables()
                .words()
                .forEach((variable, word) -> address(word.object(), thread)
                        .ifPresent(base -> word(word, base + word.offset())
                                .ifPresent(value -> values.put(variable.index(), value))));
        extracted
                .variables()
                .summaries()
                .forEach((object, summary) ->
                        address(object, thread).ifPresent(base -> elements(summary, base, values)));
        lives(values);
        waiting(thread, values);
        return values;
    }

    /** Between which numbers the elements of an array lie, if all of them hold some. */
    private void elements(Variables.Summary summary, long base, Map<Integer, BigInteger> values) {
        int bytes = (int) extracted.program().sizes().of(summary.element());
        BigInteger least = null;
        BigInteger most = null;
        for (long i = 0; i < summary.length(); i++) {
            OptionalLong held = state.contents(base + i * bytes, bytes);
            if (held.isEmpty()) return;
            BigInteger number = Extraction.number(held.getAsLong(), summary.element());
            least = least == null ? number : least.min(number);
            most = most == null ? number : most.max(number);
        }
        if (least == null || most == null) return;
        values.put(summary.least().index(), least);
        values.put(summary.most().index(), most);
    }

    private Optional<BigInteger> cell(Variables.Cell cell, long address, int thread) {
        int bytes = (int) extracted.program().sizes().of(cell.type());
        OptionalLong held = state.contents(address, bytes);
        if (held.isEmpty()) return Optional.empty();
        if (!(cell.type() instanceof Type.Pointer))
            return Optional.of(Extraction.number(held.getAsLong(), cell.type()));
        Optional<OptionalLong> only = extracted
                .places()
                .at(cell.object(), cell.offset())
                .map(it -> moved(address(it.object(), thread), it.offset()));
        // Before its object is made, a place cannot hold its address.
        long there = only.orElse(OptionalLong.empty()).orElse(0);
        boolean isSet = there != 0 && held.getAsLong() == there;
        if (!isSet && held.getAsLong() != 0 && state.isLive(held.getAsLong())) {
            throw new NotSimulatedException("another address in a place that holds only one: " + cell);
        }
        return Optional.of(isSet ? BigInteger.ONE : BigInteger.ZERO);
    }

    private static OptionalLong moved(OptionalLong address, long bytes) {
        return address.isEmpty() ? address : OptionalLong.of(address.getAsLong() + bytes);
    }

    private Optional<BigInteger> word(Variables.SyncWord word, long address) {
        boolean spins = word.kind() == Sync.SPIN;
        OptionalLong dead = spins ? state.contents(address, 4) : state.contents(address + Sync.DEAD, 4);
        if (dead.isEmpty()) return Optional.empty();
        boolean isDead = spins ? (int) dead.getAsLong() == Sync.SPIN_DEAD : dead.getAsLong() != 0;
        if (word.part() == Variables.Part.DESTROYED) return bit(isDead);
        if (word.part() == Variables.Part.READY) return isReady(word, address, isDead);
        // What a destroyed object holds is nobody's matter.
        if (isDead) return Optional.empty();
        int at = spins
                ? Sync.SPIN_OWNER
                : word.part() == Variables.Part.READERS
                        ? Sync.COUNT
                        : word.kind() == Sync.SEMAPHORE ? Sync.VALUE : Sync.OWNER;
        OptionalLong held = state.contents(address + at, 4);
        if (held.isEmpty()) return Optional.empty();
        boolean isNumber = word.part() == Variables.Part.READERS || word.kind() == Sync.SEMAPHORE;
        return isNumber ? Optional.of(BigInteger.valueOf((int) held.getAsLong())) : bit(held.getAsLong() != 0);
    }

    /** Of what is zero when it is made, and is no barrier, it is not certain. */
    private Optional<BigInteger> isReady(Variables.SyncWord word, long address, boolean isDead) {
        OptionalLong needed = state.contents(address + Sync.NEEDED, 4);
        if (word.kind() != Sync.BARRIER || needed.isEmpty()) return Optional.empty();
        return bit(!isDead && needed.getAsLong() != 0);
    }

    private static Optional<BigInteger> bit(boolean isSet) {
        return Optional.of(isSet ? BigInteger.ONE : BigInteger.ZERO);
    }

    /** Who is started, and who has ended. */
    private void lives(Map<Integer, BigInteger> values) {
        for (Instance instance : extracted.instances()) {
            int thread = instances.indexOf(instance.number());
            put(LifeSteps.isStarted(instance), thread > 0, values);
            put(LifeSteps.hasEnded(instance), thread >= 0 && state.hasEnded(thread), values);
        }
    }

    /** Who waits on which condition, and which locks the thread certainly holds. */
    private void waiting(int thread, Map<Integer, BigInteger> values) {
        extracted.variables().parked().forEach((variable, parked) -> {
            int other = instances.indexOf(parked.thread());
            OptionalLong address = moved(
                    address(parked.condition().object(), thread),
                    parked.condition().offset());
            if (other < 0 || address.isEmpty()) return;
            boolean sleeps = machine.sleepers(state, address.getAsLong()).contains(other);
            values.put(variable.index(), sleeps ? BigInteger.ONE : BigInteger.ZERO);
        });
        extracted.variables().words().forEach((variable, word) -> {
            if (word.part() != Variables.Part.STATE || word.kind() == Sync.SEMAPHORE) return;
            String name =
                    new Resource.Lock(variable.name()).heldBy(instance(thread).name());
            Variable held = extracted.variables().held().get(name);
            OptionalLong base = address(word.object(), thread);
            if (held == null || base.isEmpty()) return;
            int at = word.kind() == Sync.SPIN ? Sync.SPIN_OWNER : Sync.OWNER;
            OptionalLong owner = state.contents(base.getAsLong() + word.offset() + at, 4);
            boolean isMine = owner.isPresent() && (int) owner.getAsLong() == thread + 1;
            // Of one that another thread has given back, and of shares, it is not certain.
            if (isMine) values.put(held.index(), BigInteger.ONE);
        });
    }

    private void put(String name, boolean isSet, Map<Integer, BigInteger> values) {
        Variable variable = extracted.variables().named().get(name);
        if (variable != null) values.put(variable.index(), isSet ? BigInteger.ONE : BigInteger.ZERO);
    }

    /** A local of an activation, by its name in the thread's flat code, and what it holds. */
    record Held(Local flat, long value) {}

    Stream<Held> locals(int thread, List<FlatCode.Origin> calls) {
        var held = new ArrayList<Held>();
        int outer = calls.size() - (state.depth(thread) - 1);
        for (int level = 0; level < state.depth(thread); level++) {
            Function function = functions.get(state.function(thread, level));
            Optional<String> prefix = instance(thread).code().prefix(calls.subList(0, outer + level), function.name());
            if (prefix.isEmpty()) continue;
            int here = level;
            Stream.concat(function.parameters().stream(), function.locals().stream())
                    .forEach(local ->
                            held.add(new Held(local.prefixed(prefix.get()), state.local(thread, here, local))));
        }
        return held.stream();
    }

    /** That the locals which always hold the same do so, of those that are read from an instruction on. */
    void confirmConstants(int thread, int at, List<FlatCode.Origin> calls) {
        Instance instance = instance(thread);
        locals(thread, calls).forEach(it -> {
            Value claim = instance.constants().get(it.flat());
            if (claim == null || !instance.flow().liveBefore(at).contains(it.flat())) return;
            boolean holds = switch (claim) {
                case Value.Address(var object, var offset) -> isAt(object, offset, it.value(), thread);
                case Value.Perhaps(var only, var _, var _) ->
                    isAt(only.object(), only.offset(), it.value(), thread) || !state.isLive(it.value());
                case Value.Number(var number) ->
                    !number.isConstant()
                            || number.constant()
                                    .equals(Extraction.number(
                                            it.value(), it.flat().type()));
                case Value.Truth _, Value.Element _, Value.Inside _, Value.Beyond _, Value.Opaque _ -> true;
            };
            if (!holds) throw new NotSimulatedException(it.flat().name() + " is not always " + claim);
        });
    }

    /** That an instruction is about to access one of the objects which the points-to analysis says it may access. */
    void confirmTarget(int thread, int at, Moment moment) {
        FlatCode.Origin origin = instance(thread).code().origin(at);
        Optional<List<AbstractObject>> pointees =
                extracted.objects().pointsTo().pointees(origin.function(), origin.index());
        if (pointees.isEmpty() || !(moment.instr() instanceof Instr.MemoryAccess)) return;
        for (Touch touch : moment.touches()) {
            Moment.Extent object = moment.object(touch.address());
            boolean isKnown = object == null || pointees.get().stream().anyMatch(it -> isIt(it, object.start()));
            if (!isKnown) throw new NotSimulatedException(origin + " accesses " + object + ", not " + pointees.get());
        }
    }

    private boolean isIt(AbstractObject object, long start) {
        return switch (object) {
            case AbstractObject.Unknown _ -> true;
            case AbstractObject.Code _ -> false;
            case AbstractObject.Variable(var global) ->
                // Of late threads it is not known where they have their thread-locals.
                IntStream.range(0, instances.size())
                        .mapToObj(thread -> machine.addressOf(global.name(), thread))
                        .anyMatch(known -> known.isEmpty() || known.getAsLong() == start);
            case AbstractObject.Allocated(var function, var index, var _, var _) ->
                new FlatCode.Origin(function, index).equals(sites.get(start));
        };
    }

    private boolean isAt(String object, long offset, long address, int thread) {
        OptionalLong known = moved(address(object, thread), offset);
        return known.isEmpty() || known.getAsLong() == address;
    }
}
