package dev.moirai.order;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import dev.moirai.logic.Evaluator;
import dev.moirai.sequentialize.PlannedStep;
import dev.moirai.symbolic.Formula;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model as steps of the original program: each thread's way through its text, put together by the order of events. */
final class ModelSteps {
    private final Encoding encoding;
    private final Evaluator model;
    private final Encoding.Claim claim;
    private final int[] places;
    private final List<Placed> placed = new ArrayList<>();
    private final Map<Integer, Integer> createdAt = new HashMap<>(Map.of(0, -1));

    /**
     * @param rank orders the steps at one place: a step without an event follows the event before it, in the order of
     * the text
     */
    private record Placed(PlannedStep step, int thread, int place, int rank) {}

    ModelSteps(Encoding encoding, Evaluator model, Encoding.Claim claim) {
        this.encoding = encoding;
        this.model = model;
        this.claim = claim;
        this.places = encoding.precedence().places(model);
        for (ThreadEncoding thread : encoding.threads()) {
            if (createdAt.containsKey(thread.thread().number())) new Walk(thread).walk();
        }
        placed.sort(ModelSteps::inOrder);
    }

    private static int inOrder(Placed one, Placed other) {
        int byPlace = Integer.compare(one.place, other.place);
        return byPlace != 0 ? byPlace : Integer.compare(one.rank, other.rank);
    }

    /** The steps that the claim needs: up to the last one of the thread that fails. */
    List<PlannedStep> planned() {
        int last = placed.size();
        if (claim.thread().isPresent()) {
            last = 0;
            for (int i = 0; i < placed.size(); i++) {
                if (placed.get(i).thread() == claim.thread().get()) last = i + 1;
            }
        }
        return placed.subList(0, last).stream().map(Placed::step).toList();
    }

    /** One thread's way through its text. */
    private final class Walk {
        private final ThreadEncoding terms;
        private final BoundedThread thread;
        private final Map<Integer, List<Formula.Choice>> choices = new HashMap<>();
        private int place;
        private int rank;
        private @Nullable Origin visible;
        /** The index of the instruction with which the last step began; {@link #last} is that of the last one executed. */
        private int began = -1;

        private int last = -1;
        private PlannedStep step;
        /** Where the steps of the section that the thread is in begin. */
        private int sectionFrom = Integer.MAX_VALUE;

        Walk(ThreadEncoding terms) {
            this.terms = terms;
            this.thread = terms.thread();
            for (Formula.Choice choice : terms.formula().choices()) {
                choices.computeIfAbsent(choice.instruction(), _ -> new ArrayList<>())
                        .add(choice);
            }
            place = createdAt.getOrDefault(thread.number(), -1);
            rank = thread.number() << 20;
            step = begin();
        }

        void walk() {
            for (int at = 0; at < thread.body().size(); at++) {
                if (!model.isTrue(terms.reached()[at])) continue;
                // The process ends later than all that the model tells of.
                if (thread.body().get(at) instanceof Instr.ExitProcess) {
                    last = at;
                    break;
                }
                Event event = terms.events().get(at);
                if (event != null && !model.isTrue(event.happens(encoding.pool()))) {
                    stand(at);
                    return;
                }
                if (event != null && encoding.isPlaced(event)) {
                    place = places[event.number()];
                    rank = 0;
                }
                switch (thread.body().get(at)) {
                    case Instr.AtomicBegin _ -> sectionFrom = Math.min(sectionFrom, placed.size());
                    case Instr.AtomicEnd _ -> sectionFrom = Integer.MAX_VALUE;
                    case Instr.Goto(var target, var _) -> {
                        if (thread.isEnd(target)) sectionFrom = Integer.MAX_VALUE;
                    }
                    case Instr.Label(var name, var _) -> {
                        if (thread.isEnd(name)) sectionFrom = Integer.MAX_VALUE;
                    }
                    default -> {}
                }
                execute(at);
            }
            // Nobody could move if the thread stood inside the section, before an assumption that fails.
            boolean fails =
                    claim.thread().filter(number -> number == thread.number()).isPresent();
            if (!fails && sectionFrom < placed.size())
                placed.subList(sectionFrom, placed.size()).clear();
            // Nor does a step count that is not got through: it would end the run before others fail.
            else if (!fails && began == last && isAccess(last)) placed.removeLast();
        }

        private boolean isAccess(int at) {
            return at >= 0 && thread.body().get(at) instanceof Instr.MemoryAccess;
        }

        private void execute(int at) {
            Instr instr = thread.body().get(at);
            Origin origin = thread.origins().get(at);
            Instr source = encoding.program().source(origin);
            if (Visibility.isVisible(instr) && Visibility.isVisible(source) && visible != origin) {
                visible = origin;
                step = begin();
                began = at;
            }
            step.executes(source, origin);
            last = at;
            if (instr instanceof Instr.Spawn spawn) {
                int child = encoding.program().spawned(spawn).number();
                step.spawns(child);
                createdAt.put(child, place);
            }
            for (Formula.Choice choice : choices.getOrDefault(at, List.of())) answer(step, source, instr, choice);
        }

        /** A thread that races from inside an atomic section is brought there after all others have moved. */
        private void stand(int begin) {
            SectionReach within = terms.insideSections().get(begin);
            if (within == null) return;
            for (BoundedPlace standing : claim.standing()) {
                if (standing.thread() != thread.number() || !within.contains(standing.index())) continue;
                place = Integer.MAX_VALUE;
                within.forEachBefore(standing.index(), model, this::execute);
            }
        }

        private PlannedStep begin() {
            var planned = new PlannedStep(thread.number());
            placed.add(new Placed(planned, thread.number(), place, rank++));
            return planned;
        }
    }

    private void answer(PlannedStep step, Instr asking, Instr bounded, Formula.Choice choice) {
        long value = Arithmetic.normalize(choice.type(), model.value(choice.term()));
        if (bounded instanceof Instr.Nondet(var _, var source, var _)) step.answer(asking, source, value);
        else step.answer(asking, value);
    }
}
