package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Branches that could have gone the other way. A trace has one path a thread, and prediction keeps to it; but each branch whose
 * condition depends on what was read can be asked about like an assertion. An order that turns it, run and recorded,
 * gives a trace with another path.
 */
public final class BranchFlips {
    /** The label of a condition that holds a value to what it was, and is no branch of the program. */
    public static final String PINNED = "pinned";

    /** How many of the times that a thread passed a branch, evenly spread, are asked about. */
    private static final int OFTEN = 4;

    /** The most questions about one trace. */
    private static final int MOST = 400;

    /** A branch of a thread, and the way that it took in the trace. */
    public record Branch(InstrSite site, int thread, boolean taken) {}

    /** A branch with an order of steps in which it goes the other way. */
    public record Flip(Branch branch, Forecast forecast) {}

    /**
     * @param branches how many branches depend on what was read
     * @param asked how many questions were decided
     * @param open how many were not
     */
    public record Result(int branches, int asked, int open, List<Flip> flips) {}

    private final TraceProgram program;
    private final Slicer slicer;
    private final Examiner examiner;
    private final Limit limit;
    private final List<Flip> flips = new ArrayList<>();
    private final Set<List<Integer>> orders = new HashSet<>();
    private int asked;
    private int open;

    BranchFlips(TraceProgram program, Slicer slicer, Examiner examiner, Limit limit) {
        this.program = program;
        this.slicer = slicer;
        this.examiner = examiner;
        this.limit = limit;
    }

    static Map<Branch, List<Claim.Flip>> claims(TraceProgram program, TraceOrigin origin) {
        Map<Branch, List<Claim.Flip>> all = new LinkedHashMap<>();
        for (StepNode node : program.nodes()) {
            List<TraceEvent> events = node.step().events();
            for (int i = 0; i < events.size(); i++) {
                TraceEvent event = events.get(i);
                if (!isBranch(event) || origin.failure(event).isPresent()) continue;
                all.computeIfAbsent(
                                new Branch(event.site(), node.thread(), event.result() != 0), _ -> new ArrayList<>())
                        .add(new Claim.Flip(node, i, Optional.empty()));
            }
        }
        return all;
    }

    private static boolean isBranch(TraceEvent event) {
        return event.isSymbolic()
                && event.site().instr() instanceof Instr.Branch branch
                && !branch.whenTrue().equals(PINNED);
    }

    Result find() {
        Map<Branch, List<Claim.Flip>> all = claims(program, slicer.origin());
        for (var entry : all.entrySet()) {
            for (Claim.Flip alone : spread(entry.getValue())) ask(entry.getKey(), alone);
        }
        // Which way one thread goes may depend on how far the others have come on their own ways.
        for (var entry : all.entrySet()) {
            for (Claim.Flip alone : spread(entry.getValue())) {
                all.forEach((other, passed) -> {
                    if (other.thread() == entry.getKey().thread()) return;
                    StepNode way = passed.getFirst().node();
                    ask(entry.getKey(), new Claim.Flip(alone.node(), alone.index(), Optional.of(way)));
                });
            }
        }
        return new Result(all.size(), asked, open, flips);
    }

    private static List<Claim.Flip> spread(List<Claim.Flip> all) {
        int count = Math.min(OFTEN, all.size());
        var some = new ArrayList<Claim.Flip>();
        for (int i = 0; i < count; i++) some.add(all.get(count == 1 ? 0 : i * (all.size() - 1) / (count - 1)));
        return some;
    }

    private void ask(Branch branch, Claim.Flip claim) {
        if (asked + open >= MOST) return;
        Optional<Session.Reply> reply = limit.isReached() ? Optional.empty() : examiner.reply(claim);
        if (reply.isPresent() && reply.get() instanceof Session.Reply.Found found) {
            Forecast forecast = Forecast.of(Property.ASSERTION, found);
            if (orders.add(forecast.order())) flips.add(new Flip(branch, forecast));
        }
        if (reply.isEmpty() || reply.get() instanceof Session.Reply.Unknown) open++;
        else asked++;
    }
}
