package dev.moirai.order;

import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import dev.moirai.bound.SyncLowering;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Visibility;
import dev.moirai.logic.Evaluator;
import dev.moirai.sequentialize.PlannedStep;
import dev.moirai.symbolic.Formula;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model as steps of the original program: each thread's way through its text, put together by the order of events. */
final class Steps {
    private final Encoding encoding;
    private final Evaluator model;
    private final int[] places;
    private final List<Placed> placed = new ArrayList<>();
    private final Map<Integer, Integer> createdAt = new HashMap<>(Map.of(0, -1));

    /** @param rank of a step without an event of its own: after what has that place, and as in the text */
    private record Placed(PlannedStep step, int thread, int place, int rank) {}

    Steps(Encoding encoding, Evaluator model) {
        this.encoding = encoding;
        this.model = model;
        this.places = encoding.precedence().places(model);
        for (ThreadEncoding thread : encoding.threads()) walk(thread);
        placed.sort(Comparator.comparingInt(Placed::place).thenComparingInt(Placed::rank));
    }

    List<PlannedStep> until(Encoding.Claim claim) {
        int last = placed.size();
        if (claim.thread().isPresent()) {
            last = 0;
            for (int i = 0; i < placed.size(); i++) {
                if (placed.get(i).thread() == claim.thread().get()) last = i + 1;
            }
        }
        return placed.subList(0, last).stream().map(Placed::step).toList();
    }

    private void walk(ThreadEncoding encoding) {
        BoundedThread thread = encoding.thread();
        Integer created = createdAt.get(thread.number());
        if (created == null) return;
        Map<Integer, List<Formula.Choice>> choices = new HashMap<>();
        for (Formula.Choice choice : encoding.formula().choices()) {
            choices.computeIfAbsent(choice.instruction(), _ -> new ArrayList<>())
                    .add(choice);
        }
        int place = created;
        int rank = thread.number() == 0 ? 0 : thread.number() << 20;
        @Nullable Origin visible = null;
        PlannedStep step = add(thread, place, rank++);
        for (int i = 0; i < thread.body().size(); i++) {
            if (!model.isTrue(encoding.reached()[i])) continue;
            Instr instr = thread.body().get(i);
            Event event = encoding.events().get(i);
            if (event != null) {
                if (!model.isTrue(event.happens(this.encoding.pool()))) return;
                if (this.encoding.isPlaced(event)) {
                    place = places[event.number()];
                    rank = 0;
                }
            }
            Origin origin = thread.origins().get(i);
            if (Visibility.isVisible(instr) && isVisible(origin) && visible != origin) {
                visible = origin;
                step = add(thread, place, rank++);
            }
            if (instr instanceof Instr.Spawn(var _, var function, var _, var _, var _)
                    && function instanceof Expr.FunctionAddress(var name)) {
                int child = this.encoding.program().thread(name).number();
                step.spawns(child);
                createdAt.put(child, place);
            }
            for (Formula.Choice choice : choices.getOrDefault(i, List.of())) answer(encoding, step, i, instr, choice);
        }
    }

    private PlannedStep add(BoundedThread thread, int place, int rank) {
        var step = new PlannedStep(thread.number());
        placed.add(new Placed(step, thread.number(), place, rank));
        return step;
    }

    private void answer(ThreadEncoding thread, PlannedStep step, int at, Instr instr, Formula.Choice choice) {
        long value = Arithmetic.normalize(choice.type(), model.value(choice.term()));
        boolean aboutWaiting = instr instanceof Instr.Nondet(var _, var source, var _)
                && (source.equals(SyncLowering.WHO_IS_WOKEN) || source.equals(SyncLowering.TIMEOUT_OR_SPURIOUS));
        if (aboutWaiting) step.decide(value);
        else step.answer(instr.span(), value);
        thread.waiting()
                .getOrDefault(at, Map.of())
                .forEach((number, waits) -> step.mayWait(number, model.isTrue(waits)));
    }

    private boolean isVisible(Origin origin) {
        Program source = encoding.program().source();
        return Visibility.isVisible(source.function(origin.function()).body().get(origin.index()));
    }
}
