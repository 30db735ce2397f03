package dev.moirai.rely.transition;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.rely.transition.Objects.Target;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Synchronisation as guarded steps. A thread that waits makes no step, so waiting is a guard; an operation on an object
 * that is not certainly known has no guard. A lock is one bit, as in the paper's Figure 6; the proof finds out which
 * thread holds it.
 */
final class SyncSteps {
    static final Variable.Range BIT = Variable.Range.of(0, 1);
    static final Variable.Range COUNT = Variable.Range.from(0);

    private final Steps steps;
    private final Conduct conduct;
    private final Evaluation evaluation;
    private final Variables variables;
    private final Instance thread;
    private final RefusalRules refusals;
    private final UnusableObjects unusable;
    private final ConditionSteps conditions;
    private final LifeSteps lives;
    private final WaitSteps waits;
    private final Holdings holdings;
    private final InitSteps inits;
    private final MisuseSteps rules;

    SyncSteps(
            Steps steps,
            Conduct conduct,
            Evaluation evaluation,
            Variables variables,
            List<Instance> instances,
            Instance thread,
            Handles handles) {
        this.steps = steps;
        this.conduct = conduct;
        this.evaluation = evaluation;
        this.variables = variables;
        this.thread = thread;
        this.refusals = new RefusalRules(steps.program(), instances);
        this.unusable = new UnusableObjects(steps, refusals, variables, this::word);
        this.conditions = new ConditionSteps(steps, conduct, variables, instances, thread);
        this.lives = new LifeSteps(steps, conduct, variables, instances, thread, refusals, handles);
        this.waits = new WaitSteps(steps, evaluation, variables, instances, thread, handles, this::word, conditions);
        this.holdings = new Holdings(variables, thread, conduct, evaluation::violate);
        this.rules = new MisuseSteps(steps, evaluation, variables, instances, thread, refusals, handles, this::word);
        this.inits = new InitSteps(this, steps, evaluation, variables, holdings);
    }

    /** Why a thread may be blocked before the instruction. */
    List<Wait> waits(int at, Path path) {
        return waits.at(at, path);
    }

    /** Which condition it is makes a difference only where it matters who waits. */
    private void condition(Expr object, Path path, BiConsumer<Value, Path> then) {
        if (conduct.purpose() == Purpose.WAITING) evaluation.address(object, path, then);
        else then.accept(Value.OPAQUE, path);
    }

    void execute(int at, Instr.Synchronisation instr, Path path, Consumer<Path> then) {
        if (conduct.isAboutMemory() && instr instanceof Instr.OnObject on && !(on instanceof Instr.Awake)) {
            touch(at, on, path, p -> allowed(at, instr, p, then));
        } else {
            allowed(at, instr, path, then);
        }
    }

    /** Where memory is asked about, the object must be there, and the mutex of a wait. */
    private void touch(int at, Instr.OnObject on, Path path, Consumer<Path> then) {
        touch(at, on.object(), on.kind(), path, p -> {
            if (on instanceof Instr.Wait wait) touch(at, wait.mutex(), Sync.MUTEX, p, then);
            else then.accept(p);
        });
    }

    private void touch(int at, Expr object, Sync kind, Path path, Consumer<Path> then) {
        long bytes = kind.bytes(steps.program().model());
        evaluation.address(object, path, (v, p) -> steps.touch(at, v, bytes, AccessSteps.Kind.WRITE, p, then));
    }

    private void allowed(int at, Instr.Synchronisation instr, Path path, Consumer<Path> then) {
        if (conduct.failsAtMisuse()) {
            rules.demand(at, instr, path, p -> operate(at, instr, p, then));
        } else if (conduct.returnsErrors() && instr instanceof Instr.OnObject on) {
            evaluation.address(
                    on.object(),
                    path,
                    (v, p) -> unusable.refuse(
                            at, on, v, p, q -> refused(at, on, v, q, then), q -> operate(at, instr, q, then)));
        } else {
            operate(at, instr, path, then);
        }
    }

    /**
     * An operation was refused because the object cannot be used. Who wanted to give a lock back holds nothing: before the
     * lock can be used again, it is initialised.
     */
    private void refused(int at, Instr.OnObject on, Value object, Path path, Consumer<Path> then) {
        if (holdings.areRemembered() && on instanceof Instr.Unlock unlock) {
            Target target =
                    steps.target(at, object, unlock.kind().bytes(steps.program().model()));
            Optional<Variable> lock = word(at, target, unlock.kind(), Variables.Part.STATE, BIT);
            if (lock.isPresent() && unlock.kind() == Sync.RWLOCK) {
                holdings.givesShareBack(lock.get(), path, then);
                return;
            }
            lock.ifPresent(held -> holdings.forgets(held, path));
        }
        then.accept(path);
    }

    void spawn(int at, Instr.Spawn spawn, Path path, Consumer<Path> then) {
        if (conduct.failsAtMisuse()) rules.spawn(at, spawn, path);
        lives.spawn(at, spawn, path, then);
    }

    private void operate(int at, Instr.Synchronisation instr, Path path, Consumer<Path> then) {
        switch (instr) {
            case Instr.Join i -> {
                if (conduct.failsAtMisuse()) rules.join(i, path, then);
                else lives.join(at, i, path, then);
            }
            case Instr.Detach i -> {
                if (conduct.failsAtMisuse()) rules.detach(i, path, then);
                else steps.succeed(i.result(), path, then);
            }
            case Instr.Lock i -> lock(at, i, path, then);
            case Instr.Unlock i -> unlock(at, i, path, then);
            case Instr.Down i -> down(at, i, path, then);
            case Instr.Up i -> up(at, i, path, then);
            case Instr.Level i ->
                word(
                        at,
                        i.object(),
                        Sync.SEMAPHORE,
                        Variables.Part.STATE,
                        COUNT,
                        path,
                        (v, p) -> steps.set(
                                i.into(),
                                v.<Value>map(value -> new Value.Number(p.read(value)))
                                        .orElse(Value.OPAQUE),
                                p,
                                then));
            case Instr.InitSync i -> inits.init(at, i, path, then);
            case Instr.DestroySync i -> steps.succeed(i.result(), path, then);
            case Instr.Wait i -> waitOn(at, i, path, then);
            case Instr.Awake i -> condition(i.object(), path, (v, p) -> conditions.awake(at, i, v, p, then));
            case Instr.Signal i -> condition(i.object(), path, (v, p) -> conditions.signal(at, i, v, p, then));
            case Instr.Arrive i -> {
                variables.abstracted("barrier", i.span());
                steps.succeed(i.result(), path.fork(), then);
                done(i.result(), -1, path, then);
            }
            case Instr.Await i ->
                steps.place(at, i.address(), i.expected().type(), path, (cell, p) -> {
                    if (cell.isEmpty()) then.accept(p);
                    else
                        evaluation.value(i.expected(), p, (v, q) -> {
                            boolean known = v instanceof Value.Number;
                            if (!known || q.require(Row.equal(q.read(cell.get()), ((Value.Number) v).value())))
                                then.accept(q);
                        });
                });
        }
    }

    private void done(Local result, long code, Path path, Consumer<Path> then) {
        steps.set(result, Value.of(code), path, then);
    }

    /** Takes the variable for a word of a synchronisation object, if it is certain which object is meant. */
    interface Word {
        void accept(Optional<Variable> variable, Path path);
    }

    void word(int at, Expr object, Sync kind, Variables.Part part, Variable.Range range, Path path, Word then) {
        long bytes = kind.bytes(steps.program().model());
        evaluation.address(
                object, path, (v, p) -> then.accept(word(at, steps.target(at, v, bytes), kind, part, range), p));
    }

    private Optional<Variable> word(int at, Target target, Sync kind, Variables.Part part, Variable.Range range) {
        return switch (target) {
            case Target.Certain(var object, var offset) -> {
                long bytes = kind.bytes(steps.program().model());
                boolean unusual = steps.global(object)
                        .filter(global -> refusals.isMadeUnusual(global, offset, bytes))
                        .isPresent();
                // One variable cannot stand for an object that each of many threads has.
                boolean isOne = !unusual && !steps.isOneForEach(object);
                if (!isOne && !variables.isBlurred(object)) variables.blur(object);
                String place = offset == 0 ? "" : "+" + offset;
                var variable = variables.sync(
                        new Variables.SyncWord(object, offset, kind, part), bytes, steps.name(object) + place, range);
                if (variable.isEmpty()) steps.abstracted(steps.name(object), at);
                yield variable;
            }
            case Target.OneOf(var candidates) -> {
                candidates.forEach(variables::blur);
                yield Optional.empty();
            }
            case Target.Anything _ ->
                throw new UnsupportedException(
                        "a synchronisation object of unknown origin",
                        thread.code().get(at).span());
        };
    }

    // ---- conditions --------------------------------------------------------------------------------------------

    /** Releases the mutex and begins to wait. */
    private void waitOn(int at, Instr.Wait wait, Path path, Consumer<Path> then) {
        long bytes = Sync.MUTEX.bytes(steps.program().model());
        evaluation.address(wait.mutex(), path, (v, p) -> {
            Target target = steps.secondTarget(at, v, bytes);
            Optional<Variable> held = word(at, target, Sync.MUTEX, Variables.Part.STATE, BIT);
            // Who does not hold the mutex is refused; one bit does not tell who holds it.
            boolean isHolderKnown = holdings.areRemembered() && held.isPresent() && unusable.isAlwaysUsable(target);
            if (conduct.returnsErrors()) {
                if (isHolderKnown) holdings.notHeld(held.get(), p.fork(), q -> unusable.anyResult(wait, q, then));
                else unusable.anyResult(wait, p.fork(), then);
            }
            if (held.isPresent() && !holdings.isTakenHere(held.get(), p)) return;
            held.ifPresent(bit -> {
                p.write(bit, Linear.ZERO);
                holdings.forgets(bit, p);
            });
            condition(wait.object(), p, (condition, q) -> {
                conditions.beginsToWait(at, condition, q);
                done(wait.result(), 0, q, then);
            });
        });
    }

    // ---- locks and semaphores ----------------------------------------------------------------------------------

    private void lock(int at, Instr.Lock lock, Path path, Consumer<Path> then) {
        boolean shared = lock.mode() == LockMode.READ || lock.mode() == LockMode.WRITE;
        word(at, lock.object(), lock.mode().kind(), Variables.Part.STATE, BIT, path, (held, p) -> {
            if (held.isEmpty()) {
                boolean mayRefuse = shared ? mayHoldForWriting(at) : refusals.haveUnusualMutexes();
                if (mayRefuse) steps.set(lock.result(), Value.OPAQUE, p.fork(), then);
                else done(lock.result(), 0, p.fork(), then);
                if (lock.patience() != Patience.BLOCK) refused(lock, p, then);
            } else if (shared) {
                word(
                        at,
                        lock.object(),
                        Sync.RWLOCK,
                        Variables.Part.READERS,
                        COUNT,
                        p,
                        (readers, q) -> readersAndWriters(at, lock, held.get(), readers.orElseThrow(), q, then));
            } else {
                if (lock.patience() != Patience.BLOCK) {
                    Path busy = p.fork();
                    boolean isHeld = lock.patience() == Patience.TIMED
                            || busy.require(Row.atLeast(busy.read(held.get()), Linear.of(1)));
                    if (isHeld) refused(lock, busy, then);
                }
                if (p.require(Row.zero(p.read(held.get())))) {
                    p.write(held.get(), Linear.of(1));
                    holdings.takes(held.get(), p);
                    done(lock.result(), 0, p, then);
                }
            }
        });
    }

    private boolean mayHoldForWriting(int at) {
        return refusals.mayHoldForWriting(thread, at, steps::closed);
    }

    private void refused(Instr.Lock lock, Path path, Consumer<Path> then) {
        done(lock.result(), lock.refusal(), path, then);
    }

    private void readersAndWriters(
            int at, Instr.Lock lock, Variable writer, Variable readers, Path path, Consumer<Path> then) {
        if (mayHoldForWriting(at)) {
            Path own = path.fork();
            if (own.require(Row.atLeast(own.read(writer), Linear.of(1)))) done(lock.result(), Errno.EDEADLK, own, then);
        }
        if (lock.patience() != Patience.BLOCK) refused(lock, path.fork(), then);
        if (!path.require(Row.zero(path.read(writer)))) return;
        if (lock.mode() == LockMode.READ) path.write(readers, path.read(readers).plus(1));
        else {
            if (!path.require(Row.zero(path.read(readers)))) return;
            path.write(writer, Linear.of(1));
        }
        holdings.takesShare(writer, path);
        done(lock.result(), 0, path, then);
    }

    private void unlock(int at, Instr.Unlock unlock, Path path, Consumer<Path> then) {
        word(at, unlock.object(), unlock.kind(), Variables.Part.STATE, BIT, path, (held, p) -> {
            if (held.isPresent() && unlock.kind() == Sync.RWLOCK) {
                word(at, unlock.object(), Sync.RWLOCK, Variables.Part.READERS, COUNT, p, (readers, q) -> {
                    Variable count = readers.orElseThrow();
                    if (!holdings.isSharedHere(held.get(), q)) return;
                    Path reader = q.fork();
                    boolean isRead = !holdings.areRemembered() || reader.require(Row.zero(reader.read(held.get())));
                    if (isRead && reader.require(Row.atLeast(reader.read(count), Linear.of(1)))) {
                        reader.write(count, reader.read(count).plus(-1));
                        holdings.givesShareBack(held.get(), reader, r -> done(unlock.result(), 0, r, then));
                    }
                    if (holdings.areRemembered()) {
                        Path written = q.fork();
                        boolean isWritten = written.require(Row.atLeast(written.read(held.get()), Linear.of(1)));
                        if (isWritten) givesBack(unlock, held.get(), written, then);
                        // Who has a share of it holds it.
                        if (conduct.failsAtMisuse()) return;
                        if (!q.require(Row.zero(q.read(held.get()))) || !q.require(Row.zero(q.read(count)))) return;
                    }
                    givesBack(unlock, held.get(), q, then);
                });
                return;
            }
            boolean mayRefuse = held.isEmpty() && unlock.kind() == Sync.MUTEX && refusals.haveUnusualMutexes();
            Consumer<Path> given = q -> steps.set(unlock.result(), mayRefuse ? Value.OPAQUE : Value.of(0), q, then);
            if (held.isPresent()) holdings.givesBack(held.get(), p, given);
            else given.accept(p);
        });
    }

    private void givesBack(Instr.Unlock unlock, Variable writer, Path path, Consumer<Path> then) {
        path.write(writer, Linear.ZERO);
        holdings.givesShareBack(writer, path, p -> done(unlock.result(), 0, p, then));
    }

    private void up(int at, Instr.Up up, Path path, Consumer<Path> then) {
        word(at, up.object(), Sync.SEMAPHORE, Variables.Part.STATE, COUNT, path, (value, p) -> {
            if (conduct.isAboutAllRuns() || refusals.mayBeFull()) {
                Path full = p.fork();
                boolean isFull = value.isEmpty()
                        || full.require(Row.atLeast(full.read(value.get()), Linear.of(Integer.MAX_VALUE)));
                if (isFull) done(up.result(), Errno.EOVERFLOW, full, then);
            }
            value.ifPresent(v -> p.write(v, p.read(v).plus(1)));
            done(up.result(), 0, p, then);
        });
    }

    private void down(int at, Instr.Down down, Path path, Consumer<Path> then) {
        word(at, down.object(), Sync.SEMAPHORE, Variables.Part.STATE, COUNT, path, (value, p) -> {
            if (down.patience() != Patience.BLOCK) {
                Path busy = p.fork();
                boolean isZero = value.isEmpty()
                        || down.patience() == Patience.TIMED
                        || busy.require(Row.zero(busy.read(value.get())));
                if (isZero) done(down.result(), down.refusal(), busy, then);
            }
            if (value.isPresent()) {
                if (!p.require(Row.atLeast(p.read(value.get()), Linear.of(1)))) return;
                p.write(value.get(), p.read(value.get()).plus(-1));
            }
            done(down.result(), 0, p, then);
        });
    }
}
