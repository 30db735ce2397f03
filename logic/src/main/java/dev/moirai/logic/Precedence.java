package dev.moirai.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Constraints on the order of things (events, say): whenever a literal, which is a boolean term, is true, one thing
 * comes before another, or sees what another has written; and some total order obeys all true literals. A solver with a theory of orders takes this as it
 * is; {@link #clocks} says the same in bit-vectors.
 */
public final class Precedence {
    private final int things;
    private int[] edges = new int[48];
    private int size;
    private final List<View> views = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();

    /**
     * Whenever the literal is true, {@code reader} sees what {@code writer} has written at the place, or, if that is negative,
     * what was there at first: nothing else is written there in between.
     */
    public record View(int literal, int writer, int reader, int place) {
        boolean mayBeDisturbed(Write write) {
            return write.place == place && write.thing != writer && write.thing != reader;
        }
    }

    /** Whenever the literal is true, the thing writes at the place. */
    public record Write(int literal, int thing, int place) {}

    public Precedence(int things) {
        this.things = things;
    }

    /** The number of things; they are numbered from 0. */
    public int things() {
        return things;
    }

    /** Whenever {@code literal} is true, {@code first} is before {@code second}. */
    public void before(int literal, int first, int second) {
        if (literal == TermPool.FALSE) return;
        if (3 * size + 3 > edges.length) edges = Arrays.copyOf(edges, 2 * edges.length);
        edges[3 * size] = literal;
        edges[3 * size + 1] = first;
        edges[3 * size + 2] = second;
        size++;
    }

    /** Of two things that write at its place, something must say which is first. */
    public void add(View view) {
        if (view.literal() != TermPool.FALSE) views.add(view);
    }

    public void add(Write write) {
        if (write.literal() != TermPool.FALSE) writes.add(write);
    }

    public List<View> views() {
        return views;
    }

    public List<Write> writes() {
        return writes;
    }

    /** The constraints added after the first {@code edge}. */
    public Precedence from(int edge) {
        if (!views.isEmpty()) throw new IllegalStateException("only edges are added bit by bit");
        var rest = new Precedence(things);
        rest.addAll(this, edge);
        return rest;
    }

    /** These constraints and {@code more}, over the same things. */
    public Precedence and(Precedence more) {
        var both = new Precedence(Math.max(things, more.things));
        both.addAll(this, 0);
        both.addAll(more, 0);
        return both;
    }

    private void addAll(Precedence other, int from) {
        for (int i = from; i < other.size; i++) before(other.literal(i), other.first(i), other.second(i));
        views.addAll(other.views);
        writes.addAll(other.writes);
    }

    public int edges() {
        return size;
    }

    public int literal(int edge) {
        return edges[3 * edge];
    }

    public int first(int edge) {
        return edges[3 * edge + 1];
    }

    public int second(int edge) {
        return edges[3 * edge + 2];
    }

    /** The constraints as a term: every thing has a clock, and whatever comes first has the smaller one. */
    public int clocks(TermPool pool) {
        int width = 32 - Integer.numberOfLeadingZeros(Math.max(1, things));
        int all = TermPool.TRUE;
        for (int edge = 0; edge < size; edge++) {
            all = pool.and(all, pool.implies(literal(edge), earlier(pool, width, first(edge), second(edge))));
        }
        for (View view : views) {
            for (Write write : writes) {
                if (!view.mayBeDisturbed(write)) continue;
                int early = view.writer() < 0 ? TermPool.FALSE : earlier(pool, width, write.thing(), view.writer());
                int late = earlier(pool, width, view.reader(), write.thing());
                all = pool.and(all, pool.or(-view.literal(), -write.literal(), early, late));
            }
        }
        return all;
    }

    private static int earlier(TermPool pool, int width, int first, int second) {
        return pool.ult(pool.bvVar("clock " + first, width), pool.bvVar("clock " + second, width));
    }

    /**
     * For each thing its position in a total order that obeys the literals that are true in the model; no two share
     * one.
     */
    public int[] places(Evaluator model) {
        return new Linearization(this, model).places();
    }
}
