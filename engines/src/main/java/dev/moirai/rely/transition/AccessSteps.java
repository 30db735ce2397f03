package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What an access demands, where memory is asked about: an address that certainly lies in one object, within its bounds,
 * and that the object is not gone; of a write, that the object is not constant. A path on which that may not be so comes to
 * the failure. An address of which nothing certain is known is refused, before anybody looks for a proof.
 *
 * <p>An object is there from its allocation on, because nobody has its address before. Whether it is gone says a variable,
 * which is set where it is freed or its scope ends ({@link Inlining} marks where activations end).
 */
final class AccessSteps {
    private static final Linear ONE = Linear.of(1);

    private final Program program;
    private final Evaluation evaluation;
    private final Objects objects;
    private final Variables variables;
    private final Instance thread;

    AccessSteps(Program program, Evaluation evaluation, Objects objects, Variables variables, Instance thread) {
        this.program = program;
        this.evaluation = evaluation;
        this.objects = objects;
        this.variables = variables;
        this.thread = thread;
    }

    /** What is done to memory. */
    enum Kind {
        READ,
        WRITE
    }

    /** Goes on with the path, if there is one, on which so many bytes at the address may be touched. */
    void touch(int at, Value address, long bytes, Kind kind, Path path, Consumer<Path> then) {
        Instr instr = thread.code().get(at);
        evaluation.at(instr.span());
        switch (address) {
            case Value.Address(var object, var offset) -> {
                long size = size(object, instr);
                boolean isInside = offset >= 0 && bytes <= size && offset <= size - bytes;
                if (!isInside || kind == Kind.WRITE && isConstant(object)) evaluation.violate(path);
                else if (isThere(object, instr, path)) then.accept(path);
            }
            case Value.Inside(var object, var part, var first, var passed, var set) -> {
                long size = size(object, instr);
                evaluation.decide(set, false, path.fork(), evaluation::violate);
                evaluation.decide(set, true, path, p -> {
                    if (bytes > size || kind == Kind.WRITE && isConstant(object)) {
                        evaluation.violate(p);
                        return;
                    }
                    boolean isInside = isBetween(Math.max(0, part.from()), first, Math.min(size, part.to()) - bytes, p);
                    for (Linear before : passed) {
                        isInside = isInside && isBetween(-Strides.MARGIN, before, size + Strides.MARGIN, p);
                    }
                    if (isInside && isThere(object, instr, p)) then.accept(p);
                });
            }
            case Value.Number(var number) when number.isConstant() -> evaluation.violate(path);
            case Value.Number _, Value.Truth _, Value.Element _, Value.Perhaps _, Value.Beyond _, Value.Opaque _ ->
                throw new UnsupportedException("a pointer that is not followed", instr.span());
        }
    }

    private boolean isBetween(long least, Linear number, long most, Path path) {
        Path below = path.fork();
        if (below.require(Row.atLeast(Linear.of(least - 1), number))) evaluation.violate(below);
        Path above = path.fork();
        if (above.require(Row.atLeast(number, Linear.of(most + 1)))) evaluation.violate(above);
        return path.require(Row.atLeast(number, Linear.of(least)))
                && path.require(Row.atLeast(Linear.of(most), number));
    }

    private long size(String object, Instr instr) {
        return objects.type(object)
                .map(program.sizes()::of)
                .orElseThrow(() ->
                        new UnsupportedException("an object of unknown size: " + objects.name(object), instr.span()));
    }

    private boolean isConstant(String object) {
        return objects.global(object)
                .filter(global -> global.storage().isConstant())
                .isPresent();
    }

    // ---- lives -----------------------------------------------------------------------------------------------------

    /** Whether the object may be there; where it may be gone, the path has come to the failure. */
    private boolean isThere(String object, Instr instr, Path path) {
        Optional<Global> global = objects.global(object);
        if (global.isPresent()) {
            boolean isMine = global.get().storage() != Global.Storage.THREAD_LOCAL
                    || objects.global(global.get().name(), thread).equals(object);
            if (!isMine)
                throw new UnsupportedException("another thread's thread-local " + objects.name(object), instr.span());
            return true;
        }
        Linear bit = path.read(gone(object));
        Path over = path.fork();
        if (over.require(Row.atLeast(bit, ONE))) evaluation.violate(over);
        return path.require(Row.zero(bit));
    }

    private Variable gone(String object) {
        String name = objects.name(object) + " is gone";
        return objects.owner(object).isPresent() ? variables.own(thread, name) : variables.control(name, SyncSteps.BIT);
    }

    /** A new object is there, where others have been before. */
    void made(Value made, Path path) {
        if (made instanceof Value.Address(var object, var _)
                && objects.owner(object).isPresent()) path.write(gone(object), Linear.ZERO);
    }

    /** The end of an object on the heap; null has none. */
    void free(int at, Instr.Free free, Path path, Consumer<Path> then) {
        if (free.region() == Instr.Region.STACK) {
            leave(at, free, path);
            then.accept(path);
            return;
        }
        evaluation.at(free.span());
        evaluation.value(free.pointer(), path, (v, p) -> {
            switch (v) {
                case Value.Number(var number)
                when number.isConstant() && number.constant().signum() == 0 -> then.accept(p);
                case Value.Perhaps perhaps -> {
                    Path unset = p.fork();
                    evaluation.decide(perhaps.set(), false, unset, q -> {
                        if (perhaps.otherwise() == Value.Otherwise.NULL) then.accept(q);
                        else evaluation.violate(q);
                    });
                    evaluation.decide(perhaps.set(), true, p, q -> free(free, perhaps.address(), q, then));
                }
                case Value.Address address -> free(free, address, p, then);
                case Value.Number _, Value.Truth _, Value.Element _, Value.Inside _, Value.Beyond _, Value.Opaque _ ->
                    throw new UnsupportedException("freeing what is not certainly known", free.span());
            }
        });
    }

    private void free(Instr.Free free, Value.Address address, Path path, Consumer<Path> then) {
        String object = address.object();
        if (address.offset() != 0 || !objects.isOnHeap(object)) {
            evaluation.violate(path);
            return;
        }
        if (!isThere(object, free, path)) return;
        path.write(gone(object), ONE);
        then.accept(path);
    }

    /** The scope of an object on the stack ends, or the activation that has made it. */
    private void leave(int at, Instr.Free free, Path path) {
        List<Local> pointers = thread.code().ended(at);
        if (pointers.isEmpty()) {
            if (!(free.pointer() instanceof Local pointer)) {
                throw new UnsupportedException("the end of a scope that is not certainly known", free.span());
            }
            pointers = List.of(pointer);
        }
        for (Local pointer : pointers) {
            for (String object : made(pointer)) path.write(gone(object), ONE);
        }
    }

    /** The objects whose address the thread's local may hold, all of which it has got from their allocations. */
    private Set<String> made(Local pointer) {
        var made = new HashSet<String>();
        for (int at = 0; at < thread.code().size(); at++) {
            if (thread.code().get(at) instanceof Instr.Alloc alloc
                    && alloc.into().equals(pointer)
                    && objects.allocated(thread, at) instanceof Value.Address(var object, var _)) made.add(object);
        }
        return made;
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    /** That a start function gets what it takes. */
    void start(Instr.Spawn spawn) {
        boolean fits = spawn.function() instanceof Expr.FunctionAddress(var name)
                && program.function(name).parameters().size()
                        <= spawn.arguments().size();
        if (!fits) throw new UnsupportedException("a thread whose function takes more than it gets", spawn.span());
    }

    static void refuse(Instr.Resize resize) {
        throw new UnsupportedException("realloc", resize.span());
    }
}
