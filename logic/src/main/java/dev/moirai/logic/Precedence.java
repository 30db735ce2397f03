package dev.moirai.logic;

import java.util.Arrays;

/**
 * Constraints on the order of things (events, say): whenever a literal, which is a boolean term, is true, one thing
 * comes before another; and some total order obeys all true literals. A solver with a theory of orders takes this as it
 * is; {@link #clocks} says the same in bit-vectors.
 */
public final class Precedence {
    private final int things;
    private int[] edges = new int[48];
    private int size;

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

    /** The constraints added after the first {@code edge}. */
    public Precedence from(int edge) {
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
            int earlier =
                    pool.ult(pool.bvVar("clock " + first(edge), width), pool.bvVar("clock " + second(edge), width));
            all = pool.and(all, pool.implies(literal(edge), earlier));
        }
        return all;
    }

    /**
     * For each thing its position in a total order that obeys the literals that are true in the model; no two share
     * one.
     */
    public int[] places(Evaluator model) {
        int[] waitsFor = new int[things];
        int[][] followers = new int[things][];
        int[] counts = new int[things];
        for (int pass = 0; pass < 2; pass++) {
            for (int edge = 0; edge < size; edge++) {
                if (!model.isTrue(literal(edge))) continue;
                if (pass == 0) counts[first(edge)]++;
                else {
                    followers[first(edge)][--counts[first(edge)]] = second(edge);
                    waitsFor[second(edge)]++;
                }
            }
            if (pass == 0) for (int i = 0; i < things; i++) followers[i] = new int[counts[i]];
        }
        int[] places = new int[things];
        int[] queue = new int[things];
        int tail = 0;
        for (int i = 0; i < things; i++) if (waitsFor[i] == 0) queue[tail++] = i;
        for (int head = 0; head < tail; head++) {
            places[queue[head]] = head;
            for (int next : followers[queue[head]]) if (--waitsFor[next] == 0) queue[tail++] = next;
        }
        if (tail < things) throw new IllegalStateException("a model in which things precede themselves");
        return places;
    }
}
