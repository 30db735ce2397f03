package dev.moirai.rely.transition;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Detachment;
import dev.moirai.ir.Sync;
import dev.moirai.rely.transition.Objects.Target;
import dev.moirai.rely.transition.Variables.Part;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What the thread library demands of its users, where misuse is asked about: an object must be initialised and not
 * destroyed, nobody may hold or wait on what is destroyed, and a thread is joined or detached once. (That who gives a lock
 * back has taken it is demanded by {@link Holdings}.) A path on which that may not be so comes to the failure. It does so
 * too where less would do: where a lock is given back for another thread as reader, where a held lock is initialised, and
 * where a condition is destroyed while a thread that may wait there has not ended.
 *
 * <p>Objects and threads that are not certainly known are refused, before anybody looks for a proof.
 */
final class MisuseSteps {
    private static final Linear ONE = Linear.of(1);

    private final Steps steps;
    private final Evaluation evaluation;
    private final Variables variables;
    private final List<Instance> instances;
    private final Instance thread;
    private final RefusalRules refusals;
    private final Handles handles;
    private final UnusableObjects.Words words;

    MisuseSteps(
            Steps steps,
            Evaluation evaluation,
            Variables variables,
            List<Instance> instances,
            Instance thread,
            RefusalRules refusals,
            Handles handles,
            UnusableObjects.Words words) {
        this.steps = steps;
        this.evaluation = evaluation;
        this.variables = variables;
        this.instances = instances;
        this.thread = thread;
        this.refusals = refusals;
        this.handles = handles;
        this.words = words;
    }

    private UnsupportedException refusal(String what, Instr instr) {
        return new UnsupportedException(what, instr.span());
    }

    // ---- objects ---------------------------------------------------------------------------------------------------

    /** Goes on with the paths on which the operation is no misuse, as far as its object is concerned. */
    void demand(int at, Instr.Synchronisation instr, Path path, Consumer<Path> then) {
        switch (instr) {
            // A thread that waits already is woken, whatever has become of the object.
            case Instr.Awake _, Instr.Join _, Instr.Detach _, Instr.Await _ -> then.accept(path);
            case Instr.Wait wait ->
                object(at, wait, path, (known, p) -> {
                    if (!isUsable(at, known, wait, p)) return;
                    evaluation.address(wait.mutex(), p, (v, q) -> {
                        long bytes = Sync.MUTEX.bytes(steps.program().model());
                        Known mutex = known(at, steps.secondTarget(at, v, bytes), Sync.MUTEX, wait);
                        if (isUsable(at, mutex, wait, q)) then.accept(q);
                    });
                });
            case Instr.InitSync init ->
                object(at, init, path, (known, p) -> {
                    if (!isFree(at, known, init, p)) return;
                    made(at, known, init, p);
                    then.accept(p);
                });
            case Instr.DestroySync destroy ->
                object(at, destroy, path, (known, p) -> {
                    if (!isUsable(at, known, destroy, p) || !isFree(at, known, destroy, p)) return;
                    noOneWaits(destroy, p);
                    gone(at, known).ifPresent(bit -> p.write(bit, ONE));
                    ready(at, known).ifPresent(bit -> p.write(bit, Linear.ZERO));
                    then.accept(p);
                });
            case Instr.OnObject on ->
                object(at, on, path, (known, p) -> {
                    if (isUsable(at, known, on, p)) then.accept(p);
                });
        }
    }

    /** An object that is certainly known, and used as nothing else. */
    private record Known(Target target, String object, long offset, Sync kind) {}

    private interface OnKnown {
        void accept(Known known, Path path);
    }

    private void object(int at, Instr.OnObject on, Path path, OnKnown then) {
        long bytes = on.kind().bytes(steps.program().model());
        evaluation.address(
                on.object(), path, (v, p) -> then.accept(known(at, steps.target(at, v, bytes), on.kind(), on), p));
    }

    private Known known(int at, Target target, Sync kind, Instr instr) {
        if (!(target instanceof Target.Certain(var object, var offset))) {
            throw refusal("a " + kind + " that is not certainly known", instr);
        }
        long bytes = kind.bytes(steps.program().model());
        String name = steps.name(object);
        if (steps.isOneForEach(object)) throw refusal("a " + kind + " that each of many threads has: " + name, instr);
        boolean unusual = steps.global(object)
                .filter(global -> refusals.isMadeUnusual(global, offset, bytes))
                .isPresent();
        if (unusual) throw refusal("a " + kind + " that is not a usual one: " + name, instr);
        // Where others may change its bytes, they may make it one that is destroyed.
        if (!variables.follows(object, offset, bytes, kind)) {
            throw refusal("a " + kind + " that is not only used as one: " + name, instr);
        }
        return new Known(target, object, offset, kind);
    }

    /** A global is zero at the start, which is an object that can be used, unless it is a barrier. */
    private boolean isMadeByZero(Known known) {
        return steps.global(known.object()).isPresent() && known.kind() != Sync.BARRIER;
    }

    private Optional<Variable> gone(int at, Known known) {
        return isMadeByZero(known) && refusals.destroys(known.kind())
                ? Optional.of(word(at, known, Part.DESTROYED))
                : Optional.empty();
    }

    private Optional<Variable> ready(int at, Known known) {
        return isMadeByZero(known) ? Optional.empty() : Optional.of(word(at, known, Part.READY));
    }

    private Variable word(int at, Known known, Part part) {
        Variable.Range range = part == Part.READERS ? SyncSteps.COUNT : SyncSteps.BIT;
        return words.of(at, known.target(), known.kind(), part, range)
                .orElseThrow(() -> refusal(
                        "a " + known.kind() + " that is not followed: " + steps.name(known.object()),
                        thread.code().get(at)));
    }

    /** Continues on the path where the row holds; what the other one leads to is misuse. */
    private boolean unless(Row misuse, Row otherwise, Path path) {
        Path broken = path.fork();
        if (broken.require(misuse)) violated(broken);
        return path.require(otherwise);
    }

    private void violated(Path path) {
        evaluation.violate(path);
    }

    private boolean isUsable(int at, Known known, Instr instr, Path path) {
        evaluation.at(instr.span());
        Optional<Variable> gone = gone(at, known);
        if (gone.isPresent()) {
            Linear bit = path.read(gone.get());
            return unless(Row.atLeast(bit, ONE), Row.zero(bit), path);
        }
        Optional<Variable> ready = ready(at, known);
        if (ready.isEmpty()) return true;
        Linear bit = path.read(ready.get());
        return unless(Row.zero(bit), Row.atLeast(bit, ONE), path);
    }

    /** That nobody holds it. */
    private boolean isFree(int at, Known known, Instr instr, Path path) {
        evaluation.at(instr.span());
        return switch (known.kind()) {
            case MUTEX, SPIN -> isZero(word(at, known, Part.STATE), path);
            case RWLOCK -> isZero(word(at, known, Part.STATE), path) && isZero(word(at, known, Part.READERS), path);
            case CONDITION, BARRIER, SEMAPHORE -> true;
        };
    }

    private boolean isZero(Variable state, Path path) {
        Linear held = path.read(state);
        return unless(Row.atLeast(held, ONE), Row.zero(held), path);
    }

    private void made(int at, Known known, Instr.InitSync init, Path path) {
        Value parameter = steps.closed(init.parameter());
        Optional<BigInteger> number = parameter instanceof Value.Number(var n) && n.isConstant()
                ? Optional.of(n.constant())
                : Optional.empty();
        if (known.kind() == Sync.MUTEX && !number.equals(Optional.of(BigInteger.valueOf(Sync.NORMAL)))) {
            throw refusal("a mutex that is initialised with attributes", init);
        }
        if (known.kind() == Sync.BARRIER && number.filter(n -> n.signum() > 0).isEmpty()) {
            throw refusal("a barrier for a number of threads that is not constant", init);
        }
        gone(at, known).ifPresent(bit -> path.write(bit, Linear.ZERO));
        ready(at, known).ifPresent(bit -> path.write(bit, ONE));
    }

    /** That all others who may wait on a condition, or at a barrier, have ended. */
    private void noOneWaits(Instr.DestroySync destroy, Path path) {
        Predicate<Instr> waits = switch (destroy.kind()) {
            case CONDITION -> Instr.Wait.class::isInstance;
            case BARRIER -> Instr.Arrive.class::isInstance;
            case MUTEX, SPIN, RWLOCK, SEMAPHORE -> _ -> false;
        };
        for (Instance other : instances) {
            if (other.number() == thread.number() && !other.isMany() || !does(other, waits)) continue;
            Path alive = path.fork();
            boolean isStarted = other.number() == 0
                    || alive.require(Row.atLeast(alive.read(LifeSteps.active(variables, other)), ONE));
            boolean isAlive = other.isMany() || alive.require(Row.zero(alive.read(LifeSteps.ended(variables, other))));
            if (isStarted && isAlive) violated(alive);
        }
    }

    private static boolean does(Instance thread, Predicate<Instr> what) {
        for (int at = 0; at < thread.code().size(); at++) {
            if (thread.flow().isReachable(at) && what.test(thread.code().get(at))) return true;
        }
        return false;
    }

    // ---- threads ---------------------------------------------------------------------------------------------------

    /** Whether nobody may join or detach the thread any more. */
    private Variable givenUp(Instance of) {
        return variables.control(of.name() + " is joined or detached", SyncSteps.BIT);
    }

    void spawn(int at, Instr.Spawn spawn, Path path) {
        Integer child = thread.spawns().get(at);
        if (child == null || spawn.detachment() != Detachment.DETACHED) return;
        Instance started = instances.get(child);
        if (!started.isMany()) path.write(givenUp(started), ONE);
    }

    void join(Instr.Join join, Path path, Consumer<Path> then) {
        join.value().ifPresent(value -> path.set(value, Value.OPAQUE));
        given(join.thread(), "the join of a thread whose number is not followed", join, path, (other, p) -> {
            if (other.number() == thread.number() && !other.isMany()) {
                steps.set(join.result(), Value.of(Errno.EDEADLK), p, then);
                return;
            }
            if (!p.require(Row.atLeast(p.read(LifeSteps.ended(variables, other)), ONE))) return;
            p.write(givenUp(other), ONE);
            steps.set(join.result(), Value.of(0), p, then);
        });
    }

    void detach(Instr.Detach detach, Path path, Consumer<Path> then) {
        given(detach.thread(), "detaching a thread whose number is not followed", detach, path, (other, p) -> {
            p.write(givenUp(other), ONE);
            steps.set(detach.result(), Value.of(0), p, then);
        });
    }

    private interface OnThread {
        void accept(Instance thread, Path path);
    }

    /** Goes on with the thread of that number, where it is one that may be joined or detached. */
    private void given(Expr handle, String what, Instr instr, Path path, OnThread then) {
        evaluation.value(handle, path, (v, p) -> {
            if (!(v instanceof Value.Number(var number))) throw refusal(what, instr);
            if (!number.isConstant()
                    && instances.stream().anyMatch(it -> handles.of(it).isEmpty())) {
                throw refusal(what, instr);
            }
            var known = new TreeMap<Integer, Instance>();
            for (Instance other : instances) {
                OptionalInt its = handles.of(other);
                if (its.isPresent()) known.put(its.getAsInt(), other);
            }
            nobody(number, known, p);
            known.forEach((its, other) -> {
                Path named = p.fork();
                if (named.require(Row.equal(number, Linear.of(its))) && isThere(other, named))
                    then.accept(other, named);
            });
        });
    }

    /** Numbers that no thread has which is known. */
    private void nobody(Linear number, TreeMap<Integer, Instance> known, Path path) {
        Optional<Integer> below = Optional.empty();
        for (int its : known.keySet()) {
            between(number, below, Optional.of(its), path);
            below = Optional.of(its);
        }
        between(number, below, Optional.empty(), path);
    }

    private void between(Linear number, Optional<Integer> below, Optional<Integer> above, Path path) {
        if (below.isPresent() && above.isPresent() && above.get() == below.get() + 1) return;
        Path nobody = path.fork();
        boolean possible = below.isEmpty() || nobody.require(Row.atLeast(number, Linear.of(below.get() + 1)));
        possible = possible && (above.isEmpty() || nobody.require(Row.atLeast(Linear.of(above.get() - 1), number)));
        if (possible) violated(nobody);
    }

    private boolean isThere(Instance other, Path path) {
        if (other.number() > 0) {
            Linear started = path.read(LifeSteps.active(variables, other));
            if (!unless(Row.zero(started), Row.atLeast(started, ONE), path)) return false;
        }
        Linear bit = path.read(givenUp(other));
        return unless(Row.atLeast(bit, ONE), Row.zero(bit), path);
    }
}
