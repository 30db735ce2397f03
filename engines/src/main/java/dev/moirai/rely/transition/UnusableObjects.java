package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.rely.transition.Objects.Target;
import java.util.Optional;
import java.util.function.Consumer;

/** Synchronisation objects that have been destroyed or never initialised: what is done to them is refused. */
final class UnusableObjects {
    private final Steps steps;
    private final RefusalRules refusals;
    private final Variables variables;
    private final Words words;

    /** The variable for a word of an object, if it is certain which object is meant. */
    @FunctionalInterface
    interface Words {
        Optional<Variable> of(int at, Target target, Sync kind, Variables.Part part, Variable.Range range);
    }

    UnusableObjects(Steps steps, RefusalRules refusals, Variables variables, Words words) {
        this.steps = steps;
        this.refusals = refusals;
        this.variables = variables;
        this.words = words;
    }

    /**
     * An object that has been destroyed, or perhaps never initialised, is refused with an error code. A global is zero at
     * the start, which is an object that can be used.
     */
    void refuse(int at, Instr.OnObject on, Value object, Path path, Consumer<Path> then, Consumer<Path> operate) {
        if (on instanceof Instr.InitSync) {
            destroyed(at, on, object).ifPresent(word -> path.write(word, Linear.ZERO));
            operate.accept(path);
            return;
        }
        boolean isGlobal = steps.target(at, object, bytes(on)) instanceof Target.Certain(var name, var offset)
                && steps.global(name).isPresent()
                && isFollowed(name, offset, on);
        if (isGlobal && !refusals.destroys(on.kind())) {
            operate.accept(path);
            return;
        }
        Optional<Variable> word = destroyed(at, on, object);
        Path refused = path.fork();
        boolean possible =
                !isGlobal || word.isEmpty() || refused.require(Row.atLeast(refused.read(word.get()), Linear.of(1)));
        if (possible) anyResult(on, refused, then);
        // An object that is in use is not destroyed: the call may be refused.
        if (on instanceof Instr.DestroySync) anyResult(on, path.fork(), then);
        if (isGlobal && word.isPresent() && !path.require(Row.zero(path.read(word.get())))) return;
        if (on instanceof Instr.DestroySync) word.ifPresent(w -> path.write(w, Linear.of(1)));
        operate.accept(path);
    }

    /** Whether a mutex can be used in every run, because it is a global that nobody destroys. */
    boolean isAlwaysUsable(Target target) {
        return target instanceof Target.Certain(var object, var _)
                && steps.global(object).isPresent()
                && !refusals.destroys(Sync.MUTEX);
    }

    /** Whether nothing but the thread library touches it: whoever writes its bytes may make one that is destroyed. */
    private boolean isFollowed(String object, long offset, Instr.OnObject on) {
        boolean unusual = steps.global(object)
                .filter(global -> refusals.isMadeUnusual(global, offset, bytes(on)))
                .isPresent();
        boolean isOne = !unusual && !steps.isOneForEach(object);
        if (!isOne && !variables.isBlurred(object)) variables.blur(object);
        return variables.follows(object, offset, bytes(on), on.kind());
    }

    private long bytes(Instr.OnObject on) {
        return on.kind().bytes(steps.program().model());
    }

    private Optional<Variable> destroyed(int at, Instr.OnObject on, Value object) {
        if (!refusals.destroys(on.kind())) return Optional.empty();
        return words.of(at, steps.target(at, object, bytes(on)), on.kind(), Variables.Part.DESTROYED, SyncSteps.BIT);
    }

    /** The call has no effect and returns anything. */
    void anyResult(Instr.OnObject on, Path path, Consumer<Path> then) {
        Optional<Local> result = switch (on) {
            case Instr.Lock i -> Optional.of(i.result());
            case Instr.Unlock i -> Optional.of(i.result());
            case Instr.Wait i -> Optional.of(i.result());
            case Instr.Arrive i -> Optional.of(i.result());
            case Instr.Down i -> Optional.of(i.result());
            case Instr.Up i -> Optional.of(i.result());
            case Instr.Level i -> Optional.of(i.into());
            case Instr.Awake i -> Optional.of(i.result());
            case Instr.DestroySync i -> Optional.of(i.result());
            case Instr.Signal _, Instr.InitSync _ -> Optional.empty();
        };
        if (result.isPresent()) steps.set(result.get(), Value.OPAQUE, path, then);
        else then.accept(path);
    }
}
