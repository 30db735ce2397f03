package dev.moirai.symbolic;

/**
 * A map from slots (small non-negative integers) to terms that is copied in constant time: a 32-way radix tree whose
 * versions share what they have in common. Two versions are merged in time proportional to their difference, so joins
 * are cheap where a branch changed little. Zero is no term and means "absent".
 */
final class Values {
    private static final int BITS = 5;
    private static final int WIDTH = 1 << BITS;
    private static final int[] EMPTY_LEAF = new int[WIDTH];
    private static final Object[] EMPTY_NODE = new Object[WIDTH];

    static final int ABSENT = 0;
    static final Values NONE = new Values(EMPTY_LEAF, 0);

    /** An {@code int[]} of terms at level 0, else an {@code Object[]} of such trees one level down. */
    private final Object root;
    /** Slots below {@code 1 << (BITS * (levels + 1))} fit. */
    private final int levels;

    private Values(Object root, int levels) {
        this.root = root;
        this.levels = levels;
    }

    int get(int slot) {
        if (!fits(slot, levels)) return ABSENT;
        Object node = root;
        for (int level = levels; level > 0; level--) {
            node = ((Object[]) node)[digit(slot, level)];
            if (node == null) return ABSENT;
        }
        return ((int[]) node)[slot & (WIDTH - 1)];
    }

    Values with(int slot, int term) {
        Object top = root;
        int height = levels;
        while (!fits(slot, height)) {
            top = parentOf(top);
            height++;
        }
        return new Values(insert(top, height, slot, term), height);
    }

    /** Computes the merged term where two versions differ. */
    interface Merge {
        int merge(int slot, int left, int right);
    }

    Values merge(Values other, Merge merge) {
        if (root == other.root) return this;
        Object left = root;
        Object right = other.root;
        int height = Math.max(levels, other.levels);
        for (int level = levels; level < height; level++) left = parentOf(left);
        for (int level = other.levels; level < height; level++) right = parentOf(right);
        return new Values(mergeTrees(left, right, height, 0, merge), height);
    }

    private static Object mergeTrees(Object left, Object right, int level, int prefix, Merge merge) {
        if (left == right) return left;
        return level == 0
                ? mergeLeaves((int[]) left, (int[]) right, prefix, merge)
                : mergeNodes((Object[]) left, (Object[]) right, level, prefix, merge);
    }

    private static int[] mergeLeaves(int[] left, int[] right, int prefix, Merge merge) {
        int[] result = left;
        for (int i = 0; i < WIDTH; i++) {
            if (left[i] == right[i]) continue;
            int merged = merge.merge(prefix << BITS | i, left[i], right[i]);
            if (merged == left[i]) continue;
            if (result == left) result = left.clone();
            result[i] = merged;
        }
        return result;
    }

    private static Object[] mergeNodes(Object[] left, Object[] right, int level, int prefix, Merge merge) {
        Object[] result = left;
        for (int i = 0; i < WIDTH; i++) {
            if (left[i] == right[i]) continue;
            Object a = left[i] == null ? empty(level - 1) : left[i];
            Object b = right[i] == null ? empty(level - 1) : right[i];
            Object merged = mergeTrees(a, b, level - 1, prefix << BITS | i, merge);
            if (merged == left[i]) continue;
            if (result == left) result = left.clone();
            result[i] = merged;
        }
        return result;
    }

    private static Object insert(Object node, int level, int slot, int term) {
        if (level == 0) {
            int[] leaf = ((int[]) node).clone();
            leaf[slot & (WIDTH - 1)] = term;
            return leaf;
        }
        Object[] copy = ((Object[]) node).clone();
        int i = digit(slot, level);
        copy[i] = insert(copy[i] == null ? empty(level - 1) : copy[i], level - 1, slot, term);
        return copy;
    }

    private static Object empty(int level) {
        return level == 0 ? EMPTY_LEAF : EMPTY_NODE;
    }

    private static Object[] parentOf(Object node) {
        Object[] parent = new Object[WIDTH];
        parent[0] = node;
        return parent;
    }

    private static int digit(int slot, int level) {
        return slot >>> (BITS * level) & (WIDTH - 1);
    }

    private static boolean fits(int slot, int levels) {
        return levels >= 6 || slot >>> (BITS * (levels + 1)) == 0;
    }
}
