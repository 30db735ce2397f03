package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.rely.transition.Objects.Target;
import java.util.function.Consumer;

/** Initialising synchronisation objects: all but conditions and barriers have variables that begin anew. */
final class InitSteps {
    private final SyncSteps sync;
    private final Steps steps;
    private final Evaluation evaluation;
    private final Variables variables;
    private final Holdings holdings;

    InitSteps(SyncSteps sync, Steps steps, Evaluation evaluation, Variables variables, Holdings holdings) {
        this.sync = sync;
        this.steps = steps;
        this.evaluation = evaluation;
        this.variables = variables;
        this.holdings = holdings;
    }

    void init(int at, Instr.InitSync init, Path path, Consumer<Path> then) {
        evaluation.value(init.parameter(), path, (v, p) -> {
            boolean isNumber = v instanceof Value.Number;
            switch (init.kind()) {
                case SEMAPHORE ->
                    sync.word(
                            at, init.object(), Sync.SEMAPHORE, Variables.Part.STATE, SyncSteps.COUNT, p, (value, q) -> {
                                value.ifPresent(var -> q.write(
                                        var,
                                        isNumber
                                                ? ((Value.Number) v).value()
                                                : variables.choice().now()));
                                then.accept(q);
                            });
                case MUTEX ->
                    sync.word(at, init.object(), Sync.MUTEX, Variables.Part.STATE, SyncSteps.BIT, p, (held, q) -> {
                        boolean normal = isNumber && ((Value.Number) v).value().equals(Linear.of(Sync.NORMAL));
                        if (!normal && held.isPresent()) blurMutex(at, init, q);
                        if (held.isPresent()) holdings.madeAnew(held.get(), q, then);
                        else then.accept(q);
                    });
                case SPIN ->
                    sync.word(at, init.object(), Sync.SPIN, Variables.Part.STATE, SyncSteps.BIT, p, (held, q) -> {
                        held.ifPresent(bit -> q.write(bit, Linear.ZERO));
                        then.accept(q);
                    });
                case RWLOCK ->
                    sync.word(
                            at,
                            init.object(),
                            Sync.RWLOCK,
                            Variables.Part.STATE,
                            SyncSteps.BIT,
                            p,
                            (held, q) -> sync.word(
                                    at,
                                    init.object(),
                                    Sync.RWLOCK,
                                    Variables.Part.READERS,
                                    SyncSteps.COUNT,
                                    q,
                                    (readers, r) -> {
                                        held.ifPresent(bit -> r.write(bit, Linear.ZERO));
                                        readers.ifPresent(count -> r.write(count, Linear.ZERO));
                                        then.accept(r);
                                    }));
                case CONDITION, BARRIER -> then.accept(p);
            }
        });
    }

    /**
     * Blurs a mutex that is initialised as recursive or error-checking: as its owner can lock it again, one bit cannot
     * describe it.
     */
    private void blurMutex(int at, Instr.InitSync init, Path path) {
        evaluation.address(init.object(), path.fork(), (v, _) -> {
            if (steps.target(at, v, Sync.MUTEX.bytes(steps.program().model()))
                    instanceof Target.Certain(var object, var _)) {
                variables.blur(object);
            }
        });
    }
}
