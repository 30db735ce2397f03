package dev.moirai.symbolic;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.MemoryObject.Initially;
import dev.moirai.symbolic.MemoryObject.Origin;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What instructions that touch memory do to the path of an execution that comes to them. */
final class MemorySteps {
    private final SymbolicExecution execution;
    private final World world;
    private final TermPool pool;
    private final SymbolicMemory memory;
    private final Addresses addresses;
    private final Translator translator;
    private final HeapAccess heap;

    MemorySteps(SymbolicExecution execution, World world, Translator translator) {
        this.execution = execution;
        this.world = world;
        this.pool = world.pool;
        this.memory = world.memory;
        this.addresses = world.addresses;
        this.translator = translator;
        this.heap = new HeapAccess(pool, memory, addresses);
    }

    void load(PathState at, Instr.Load i) {
        Place safe = access(at, i.address(), i.type(), Use.READ, i.span());
        if (safe != null) execution.set(safe.path, i.into(), read(safe, i.type()));
    }

    void store(PathState at, Instr.Store i) {
        Place safe = access(at, i.address(), i.type(), Use.WRITE, i.span());
        if (safe != null) write(safe, i.type(), translator.term(i.value(), safe.path, i.span()));
    }

    private enum Use {
        READ,
        WRITE
    }

    /** Where an access happens: the path on which it is valid, and the address as that path knows it. */
    private record Place(PathState path, int pointer) {}

    /**
     * The place of the access where it is valid; violations and cuts of the invalid cases are recorded. Null if no path is
     * left.
     */
    private @Nullable Place access(PathState at, Expr address, Type type, Use use, SourceSpan span) {
        int bytes = bytes(type);
        int pointer = translator.term(address, at, span);
        if (heap.isPlain(pointer, bytes, use == Use.WRITE)) return new Place(at, pointer);
        HeapAccess.Bad bad = heap.bad(at, pointer, bytes, use == Use.WRITE);
        execution.cut(at, bad.unresolved(), new CutReason.Construct("an access at one of too many places", span));
        if (execution.isTrial || execution.index >= execution.knowledge.epilogue())
            execution.proceed(at, -bad.invalid());
        else execution.demand(at, -bad.invalid(), Property.MEMORY, "invalid memory access", span);
        PathState valid = execution.path;
        if (valid == null) return null;
        execution.proceed(valid, -bad.unresolved());
        PathState safe = execution.path;
        if (safe == null) return null;
        // That the access is valid may say more of the address than was known before.
        boolean same = safe.guard().term() == at.guard().term();
        return new Place(safe, same ? pointer : translator.term(address, safe, span));
    }

    private int read(Place place, Type type) {
        int sort = type instanceof Type.Mathematical ? translator.width(type, SourceSpan.NOWHERE) : 0;
        int raw = heap.read(place.path, place.pointer, bytes(type), sort);
        if (heap.mayBeFree(place.pointer) && !execution.isTrial)
            execution.choices.add(new Formula.Choice(execution.index, type, raw));
        return isOdd(type) ? translator.resize(raw, Type.U8, translator.width(type, SourceSpan.NOWHERE)) : raw;
    }

    private void write(Place place, Type type, int value) {
        int raw = isOdd(type) ? translator.resize(value, Type.U8, 8 * bytes(type)) : value;
        execution.path = new PathState(place.path.guard(), heap.write(place.path, place.pointer, bytes(type), raw));
    }

    /** Whether the type has a number of bits that bytes do not have: a truth value, or a bit-vector. */
    private static boolean isOdd(Type type) {
        return type instanceof Type.Int(var width, var _) && width % 8 != 0;
    }

    private int bytes(Type type) {
        return (int) world.sizes.of(type);
    }

    void update(PathState at, Instr.Rmw i) {
        Type type = i.old().type();
        Place safe = access(at, i.address(), type, Use.WRITE, i.span());
        if (safe == null) return;
        int old = read(safe, type);
        int operand = translator.term(i.operand(), safe.path, i.span());
        if (type instanceof Type.Pointer || translator.width(type, i.span()) == pool.width(operand)) {
            int result = switch (i.op()) {
                case EXCHANGE -> operand;
                case ADD -> pool.bvAdd(old, operand);
                case SUBTRACT -> pool.bvSub(old, operand);
                case AND -> pool.bvAnd(old, operand);
                case OR -> pool.bvOr(old, operand);
                case XOR -> pool.bvXor(old, operand);
                case NAND -> pool.bvNot(pool.bvAnd(old, operand));
            };
            write(safe, type, result);
            PathState written = execution.path;
            if (written != null) execution.set(written, i.old(), old);
            return;
        }
        throw new IllegalArgumentException("operand of another width: " + i);
    }

    void compareExchange(PathState at, Instr.CompareExchange i) {
        Type type = i.old().type();
        Place safe = access(at, i.address(), type, Use.WRITE, i.span());
        if (safe == null) return;
        int old = read(safe, type);
        int same = pool.eq(old, translator.term(i.expected(), safe.path, i.span()));
        int desired = translator.term(i.desired(), safe.path, i.span());
        write(safe, type, pool.ite(same, desired, old));
        PathState written = execution.path;
        if (written != null) execution.set(written, i.old(), old);
    }

    void allocate(PathState at, Instr.Alloc i) {
        int size = translator.resize(translator.term(i.bytes(), at, i.span()), Type.U64, addresses.width());
        boolean onHeap = i.region() == Instr.Region.HEAP;
        Origin origin = onHeap ? Origin.HEAP : Origin.STACK;
        Initially initially = i.contents() == Instr.Contents.ZERO ? Initially.ZERO : Initially.FREE;
        make(at, new NewObjects.Request(i.name(), i.type(), origin, initially, size), i.span())
                .ifPresent(made -> {
                    if (!onHeap) execution.proceed(execution.here(), made.when());
                    if (execution.path != null) execution.set(execution.path, i.into(), made.pointer());
                });
    }

    /** Makes a new object; the path continues where its size can be represented. */
    private Optional<NewObjects.Made> make(PathState at, NewObjects.Request request, SourceSpan span) {
        Object site = execution.knowledge.site().apply(execution.index);
        NewObjects.Made made =
                execution.isTrial ? world.newObjects.find(at, site, request) : world.newObjects.make(at, site, request);
        String what = "an allocation of more than " + made.object().room + " bytes";
        execution.cut(at, -made.encodable(), new CutReason.Construct(what, span));
        if (request.origin() == Origin.STACK) execution.cut(at, -made.when(), new CutReason.Construct(what, span));
        execution.proceed(at, made.encodable());
        PathState next = execution.path;
        if (next == null) return Optional.empty();
        execution.path = new PathState(next.guard(), memory.born(next.values(), made.object(), made.when()));
        return Optional.of(made);
    }

    /** Copies the old object's bytes to the new one, including those that were never set. */
    void resize(PathState at, Instr.Resize i) {
        int old = translator.term(i.pointer(), at, i.span());
        execution.demand(
                at, heap.startsObject(at, old, Instr.Region.HEAP), Property.MEMORY, "invalid realloc", i.span());
        PathState valid = execution.path;
        if (valid == null) return;
        List<Target> targets = addresses.targets(old);
        execution.cut(valid, -heap.isCopied(targets), new CutReason.Construct("realloc of a large object", i.span()));
        execution.proceed(valid, heap.isCopied(targets));
        if (execution.path == null) return;
        valid = execution.path;
        int size = translator.resize(translator.term(i.bytes(), valid, i.span()), Type.U64, addresses.width());
        MemoryObject first = targets.getFirst().object();
        make(valid, new NewObjects.Request(first.name, first.type, Origin.HEAP, Initially.FREE, size), i.span())
                .ifPresent(made -> {
                    PathState next = execution.here();
                    Values values = heap.copy(next, targets, made.object());
                    values = heap.free(new PathState(next.guard(), values), pool.ite(made.when(), old, nothing()));
                    execution.set(new PathState(next.guard(), values), i.into(), made.pointer());
                });
    }

    private int nothing() {
        return pool.bv(0, addresses.width());
    }

    void free(PathState at, Expr pointer, Instr.Region region, SourceSpan span) {
        int address = translator.term(pointer, at, span);
        execution.demand(at, heap.mayFree(at, address, region), Property.MEMORY, "invalid free", span);
        PathState valid = execution.path;
        if (valid != null) execution.path = new PathState(valid.guard(), heap.free(valid, address));
    }
}
