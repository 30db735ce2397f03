package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.List;
import java.util.Optional;

/**
 * Barriers by counting: whoever arrives is one of a round, the round is full when as many have arrived as the barrier
 * needs, and nobody leaves before. Who arrives last is told so by its return code.
 */
final class BarrierRounds {
    private static final int WIDTH = 20;

    private final TraceProgram program;
    private final PrefixFormula formula;
    private final ThreadTerms terms;
    private final TermPool pool;
    private final Slice slice;

    BarrierRounds(TraceProgram program, PrefixFormula formula, ThreadTerms terms) {
        this.program = program;
        this.formula = formula;
        this.terms = terms;
        this.pool = formula.pool();
        this.slice = formula.slice();
    }

    void add() {
        for (Arrivals.Barrier barrier : program.barriers()) {
            if (barrier.needed() == 0) continue;
            for (Arrivals.Arrival arrival : barrier.arrivals()) tie(barrier, arrival);
        }
    }

    private void tie(Arrivals.Barrier barrier, Arrivals.Arrival arrival) {
        StepNode node = arrival.node();
        if (slice.isBeyond(node)) return;
        int needed = pool.bv(barrier.needed(), WIDTH);
        int earlier;
        if (slice.contains(node)) {
            int happens = formula.executed(node);
            for (Arrivals.Arrival other : barrier.arrivals()) {
                StepNode their = other.node();
                if (their.thread() == node.thread() || !slice.contains(their)) continue;
                formula.demand(
                        -happens, -formula.executed(their), formula.before(node, their), formula.before(their, node));
            }
            earlier = arrivedBefore(barrier.arrivals(), node);
            int isLast = pool.eq(pool.bvUrem(earlier, needed), pool.bv(barrier.needed() - 1, WIDTH));
            int code = terms.arrivalCode(node);
            if (code != 0) {
                int told = pool.ite(isLast, pool.bv(-1, 32), pool.bv(0, 32));
                formula.demand(-happens, pool.eq(code, told));
            }
        } else {
            earlier = pool.bv(barrier.arrivals().indexOf(arrival), WIDTH);
        }
        Optional<StepNode> leaves = arrival.awake().filter(slice::contains);
        if (leaves.isEmpty()) return;
        int full = full(earlier, needed);
        formula.demand(
                -formula.executed(leaves.get()), pool.ule(full, arrivedBefore(barrier.arrivals(), leaves.get())));
    }

    /** How many arrivals fill the round of a thread that arrives after {@code earlier} others. */
    private int full(int earlier, int needed) {
        return pool.bvMul(pool.bvAdd(pool.bvUdiv(earlier, needed), pool.bv(1, WIDTH)), needed);
    }

    /** That the round of an arrival is not full in the end. */
    int keepsWaiting(Arrivals.Barrier barrier, Arrivals.Arrival arrival) {
        if (barrier.needed() == 0 || slice.isBeyond(arrival.node())) return TermPool.FALSE;
        int earlier = slice.contains(arrival.node())
                ? arrivedBefore(barrier.arrivals(), arrival.node())
                : pool.bv(barrier.arrivals().indexOf(arrival), WIDTH);
        int arrived = pool.bv(0, WIDTH);
        for (Arrivals.Arrival each : barrier.arrivals()) {
            if (slice.isBeyond(each.node())) continue;
            int one = pool.ite(formula.executed(each.node()), pool.bv(1, WIDTH), pool.bv(0, WIDTH));
            arrived = pool.bvAdd(arrived, one);
        }
        return pool.ult(arrived, full(earlier, pool.bv(barrier.needed(), WIDTH)));
    }

    private int arrivedBefore(List<Arrivals.Arrival> arrivals, StepNode moment) {
        int known = 0;
        int open = pool.bv(0, WIDTH);
        for (Arrivals.Arrival arrival : arrivals) {
            StepNode node = arrival.node();
            if (node == moment || slice.isBeyond(node)) continue;
            int before = formula.before(node, moment);
            if (before == TermPool.FALSE) continue;
            int counts = pool.and(formula.executed(node), before);
            if (counts == TermPool.TRUE || node.thread() == moment.thread()) known++;
            else open = pool.bvAdd(open, pool.ite(counts, pool.bv(1, WIDTH), pool.bv(0, WIDTH)));
        }
        return pool.bvAdd(open, pool.bv(known, WIDTH));
    }
}
