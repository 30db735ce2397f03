package dev.moirai.solve.sat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks a refutation by reverse unit propagation (Goldberg and Novikov, DATE 2003): assuming all literals of a derived
 * clause false, propagation over the clauses before it must fail. As plain as can be: counts, no watches.
 */
final class RupChecker {
    private final List<int[]> clauses = new ArrayList<>();
    private final List<List<Integer>> occurrences = new ArrayList<>();
    private int[] values = new int[16];

    /** Whether every derived clause follows, and the last is empty. */
    static boolean refutes(List<int[]> given, List<int[]> derived) {
        var checker = new RupChecker();
        given.forEach(checker::add);
        for (int[] clause : derived) {
            if (!checker.follows(clause)) return false;
            checker.add(clause);
        }
        return !derived.isEmpty() && derived.getLast().length == 0;
    }

    private static int index(int literal) {
        return literal > 0 ? 2 * literal : -2 * literal + 1;
    }

    private void add(int[] literals) {
        int[] clause = Arrays.stream(literals).distinct().toArray();
        int number = clauses.size();
        clauses.add(clause);
        for (int literal : clause) {
            while (occurrences.size() <= index(Math.abs(literal)) + 1) occurrences.add(new ArrayList<>());
            occurrences.get(index(literal)).add(number);
            if (Math.abs(literal) >= values.length) values = Arrays.copyOf(values, 2 * Math.abs(literal));
        }
    }

    private boolean isFalse(int literal) {
        return literal > 0 ? values[literal] < 0 : values[-literal] > 0;
    }

    private boolean isTrue(int literal) {
        return isFalse(-literal);
    }

    private boolean follows(int[] clause) {
        Arrays.fill(values, 0);
        List<Integer> queue = new ArrayList<>();
        for (int literal : clause) {
            if (!set(-literal, queue)) return true;
        }
        for (int[] other : clauses) {
            if (other.length == 0) return true;
            if (other.length == 1 && !set(other[0], queue)) return true;
        }
        for (int i = 0; i < queue.size(); i++) {
            for (int number : occurrences.get(index(-queue.get(i)))) {
                int[] other = clauses.get(number);
                int open = 0;
                boolean satisfied = false;
                for (int literal : other) {
                    if (isTrue(literal)) satisfied = true;
                    else if (!isFalse(literal)) open = open == 0 ? literal : Integer.MAX_VALUE;
                }
                if (satisfied || open == Integer.MAX_VALUE) continue;
                if (open == 0 || !set(open, queue)) return true;
            }
        }
        return false;
    }

    private boolean set(int literal, List<Integer> queue) {
        if (isFalse(literal)) return false;
        if (isTrue(literal)) return true;
        values[Math.abs(literal)] = literal > 0 ? 1 : -1;
        queue.add(literal);
        while (occurrences.size() <= index(Math.abs(literal)) + 1) occurrences.add(new ArrayList<>());
        return true;
    }
}
