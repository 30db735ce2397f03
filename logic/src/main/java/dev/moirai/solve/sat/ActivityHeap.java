package dev.moirai.solve.sat;

import java.util.Arrays;

/** Variables by activity, the highest first: a binary heap, with exponential scores (EVSIDS, Eén and Sörensson 2003). */
final class ActivityHeap {
    private static final double TOO_LARGE = 1e100;

    private double[] activity = new double[16];
    private int[] heap = new int[16];
    private int[] place = new int[16];
    private int size;
    private double increment = 1;

    void addVariable(int variable) {
        if (variable >= activity.length) {
            int capacity = Math.max(variable + 1, activity.length * 2);
            int old = place.length;
            activity = Arrays.copyOf(activity, capacity);
            heap = Arrays.copyOf(heap, capacity);
            place = Arrays.copyOf(place, capacity);
            Arrays.fill(place, old, capacity, -1);
        }
        place[variable] = -1;
        insert(variable);
    }

    void insert(int variable) {
        if (place[variable] >= 0) return;
        place[variable] = size;
        heap[size] = variable;
        up(size++);
    }

    int removeBest() {
        int best = heap[0];
        int last = heap[--size];
        place[best] = -1;
        if (size > 0) {
            heap[0] = last;
            place[last] = 0;
            down(0);
        }
        return best;
    }

    void bump(int variable) {
        activity[variable] += increment;
        if (activity[variable] > TOO_LARGE) rescale();
        if (place[variable] >= 0) up(place[variable]);
    }

    void decay(double factor) {
        increment /= factor;
    }

    private void rescale() {
        for (int i = 0; i < activity.length; i++) activity[i] *= 1 / TOO_LARGE;
        increment *= 1 / TOO_LARGE;
    }

    private void up(int from) {
        int variable = heap[from];
        double score = activity[variable];
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >> 1;
            int other = heap[parent];
            if (activity[other] >= score) break;
            heap[at] = other;
            place[other] = at;
            at = parent;
        }
        heap[at] = variable;
        place[variable] = at;
    }

    private void down(int from) {
        int variable = heap[from];
        double score = activity[variable];
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) break;
            if (child + 1 < size && activity[heap[child + 1]] > activity[heap[child]]) child++;
            int other = heap[child];
            if (activity[other] <= score) break;
            heap[at] = other;
            place[other] = at;
            at = child;
        }
        heap[at] = variable;
        place[variable] = at;
    }
}
