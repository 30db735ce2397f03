package dev.moirai.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Solves inclusions between sets of objects: {@code a ⊆ b}, {@code *a ⊆ b}, {@code a ⊆ *b}, where {@code *a} are the
 * contents of the objects in {@code a} (Andersen's analysis, with a work list and difference propagation). Sets and
 * inclusions can be added while it runs, so that calls are followed as their targets become known. Sets that include
 * each other are merged; without that, large programs would take long.
 */
final class Inclusions {
    /** Is told of each object that reaches a set, perhaps more than once. */
    interface Watcher {
        void reached(int object);
    }

    private GrowingSet[] sets = new GrowingSet[1024];
    private int[] done = new int[1024];
    private int[][] supersets = new int[1024][];
    private int[][] loads = new int[1024][];
    private int[][] stores = new int[1024][];
    private Watcher[][] watchers = new Watcher[1024][];
    private int count;
    /** By set: the set it was merged into, or itself. */
    private int[] standsFor = new int[1024];

    private int[] contents = new int[256];
    private int objects;

    private int[] queue = new int[1024];
    private int head;
    private int queued;
    private boolean[] isQueued = new boolean[1024];
    private final EdgeSet edges = new EdgeSet();
    /** The number of objects propagated since sets were last merged. */
    private long work;
    /**
     * Looking for cycles visits every set and inclusion, so it waits until the other work outweighs it by this factor.
     */
    private static final long WORTH_MERGING = 4;

    private static final int[] NONE = {0};
    private static final Watcher[] NOBODY = {};

    int newSet() {
        if (count == sets.length) {
            int larger = count * 2;
            sets = Arrays.copyOf(sets, larger);
            done = Arrays.copyOf(done, larger);
            supersets = Arrays.copyOf(supersets, larger);
            loads = Arrays.copyOf(loads, larger);
            stores = Arrays.copyOf(stores, larger);
            watchers = Arrays.copyOf(watchers, larger);
            isQueued = Arrays.copyOf(isQueued, larger);
            standsFor = Arrays.copyOf(standsFor, larger);
        }
        sets[count] = new GrowingSet();
        standsFor[count] = count;
        supersets[count] = NONE;
        loads[count] = NONE;
        stores[count] = NONE;
        watchers[count] = NOBODY;
        return count++;
    }

    /** A new object, with a set for its contents. */
    int newObject() {
        if (objects == contents.length) contents = Arrays.copyOf(contents, objects * 2);
        contents[objects] = newSet();
        return objects++;
    }

    int contentsOf(int object) {
        return contents[object];
    }

    GrowingSet set(int set) {
        return sets[find(set)];
    }

    private int find(int set) {
        int top = set;
        while (standsFor[top] != top) {
            standsFor[top] = standsFor[standsFor[top]];
            top = standsFor[top];
        }
        return top;
    }

    void member(int anySet, int object) {
        int set = find(anySet);
        if (sets[set].add(object)) enqueue(set);
    }

    void subset(int anyLower, int anyUpper) {
        int lower = find(anyLower);
        int upper = find(anyUpper);
        if (lower == upper || !edges.add(lower, upper)) return;
        supersets[lower] = appended(supersets[lower], upper);
        propagate(lower, 0, upper);
    }

    /** Everything that the objects in {@code anyPointers} hold is in {@code into}. */
    void load(int anyPointers, int into) {
        int pointers = find(anyPointers);
        loads[pointers] = appended(loads[pointers], into);
        for (int i = 0; i < done[pointers]; i++) subset(contents[sets[pointers].get(i)], into);
    }

    /** The objects in {@code anyPointers} hold everything in {@code from}. */
    void store(int anyPointers, int from) {
        int pointers = find(anyPointers);
        stores[pointers] = appended(stores[pointers], from);
        for (int i = 0; i < done[pointers]; i++) subset(from, contents[sets[pointers].get(i)]);
    }

    void watch(int anySet, Watcher watcher) {
        int set = find(anySet);
        Watcher[] more = Arrays.copyOf(watchers[set], watchers[set].length + 1);
        more[more.length - 1] = watcher;
        watchers[set] = more;
        for (int i = 0; i < done[set]; i++) watcher.reached(sets[set].get(i));
    }

    void solve() {
        while (queued > 0) {
            if (work > WORTH_MERGING * (count + edges.size + 1024L)) {
                mergeCycles();
                work = 0;
            }
            int set = queue[head];
            head = (head + 1) % queue.length;
            queued--;
            isQueued[set] = false;
            if (standsFor[set] == set) process(set);
        }
    }

    private void process(int set) {
        int from = done[set];
        int to = sets[set].size();
        done[set] = to;
        for (int i = from; i < to; i++) {
            int object = sets[set].get(i);
            for (int k = 1; k <= loads[set][0]; k++) subset(contents[object], loads[set][k]);
            for (int k = 1; k <= stores[set][0]; k++) subset(stores[set][k], contents[object]);
            for (Watcher watcher : watchers[set]) watcher.reached(object);
        }
        for (int k = 1; k <= supersets[set][0]; k++) propagate(set, from, find(supersets[set][k]));
    }

    /** Merges the sets on each cycle of inclusions. */
    private void mergeCycles() {
        var grown = new BitSet();
        for (BitSet cycle : cycles()) {
            int top = cycle.nextSetBit(0);
            for (int set = cycle.nextSetBit(top + 1); set >= 0; set = cycle.nextSetBit(set + 1)) {
                merge(set, top);
                grown.set(top);
            }
        }
        for (int set = grown.nextSetBit(0); set >= 0; set = grown.nextSetBit(set + 1)) {
            supersets[set] = withoutRepeats(supersets[set]);
            loads[set] = withoutRepeats(loads[set]);
            stores[set] = withoutRepeats(stores[set]);
        }
    }

    private List<BitSet> cycles() {
        IntStream roots = IntStream.range(0, count).filter(set -> standsFor[set] == set && supersets[set][0] > 0);
        return StronglyConnected.from(roots, count, new StronglyConnected.Graph() {
                    @Override
                    public int places(int set) {
                        return supersets[set][0];
                    }

                    @Override
                    public int target(int set, int place) {
                        return find(supersets[set][place + 1]);
                    }
                })
                .cycles();
    }

    private int[] withoutRepeats(int[] list) {
        if (list[0] < 2) return list;
        for (int k = 1; k <= list[0]; k++) list[k] = find(list[k]);
        Arrays.sort(list, 1, list[0] + 1);
        int kept = 1;
        for (int k = 2; k <= list[0]; k++) if (list[k] != list[kept]) list[++kept] = list[k];
        list[0] = kept;
        return list;
    }

    private void merge(int set, int into) {
        standsFor[set] = into;
        for (int i = 0; i < sets[set].size(); i++) sets[into].add(sets[set].get(i));
        for (int k = 1; k <= supersets[set][0]; k++) supersets[into] = appended(supersets[into], supersets[set][k]);
        for (int k = 1; k <= loads[set][0]; k++) loads[into] = appended(loads[into], loads[set][k]);
        for (int k = 1; k <= stores[set][0]; k++) stores[into] = appended(stores[into], stores[set][k]);
        int known = watchers[into].length;
        watchers[into] = Arrays.copyOf(watchers[into], known + watchers[set].length);
        System.arraycopy(watchers[set], 0, watchers[into], known, watchers[set].length);
        supersets[set] = NONE;
        loads[set] = NONE;
        stores[set] = NONE;
        watchers[set] = NOBODY;
        sets[set] = new GrowingSet();
        done[into] = 0; // each has yet to see the other's objects
        enqueue(into);
    }

    private void propagate(int lower, int from, int upper) {
        if (lower == upper) return;
        GrowingSet source = sets[lower];
        work += source.size() - from + 1;
        boolean grown = false;
        for (int i = from; i < source.size(); i++) grown |= sets[upper].add(source.get(i));
        if (grown) enqueue(upper);
    }

    private void enqueue(int set) {
        if (isQueued[set]) return;
        isQueued[set] = true;
        if (queued == queue.length) {
            int[] larger = new int[queued * 2];
            for (int i = 0; i < queued; i++) larger[i] = queue[(head + i) % queued];
            queue = larger;
            head = 0;
        }
        queue[(head + queued++) % queue.length] = set;
    }

    /** Appends to a list that holds its length in its first element. */
    private static int[] appended(int[] list, int value) {
        int[] room =
                list == NONE ? new int[3] : list[0] + 1 == list.length ? Arrays.copyOf(list, list.length * 2) : list;
        room[++room[0]] = value;
        return room;
    }

    /** A set of pairs of numbers, with open addressing. */
    private static final class EdgeSet {
        private long[] table = new long[4096];
        private int size;

        boolean add(int from, int to) {
            long key = ((long) from << 32 | to) + 1; // 0 is the empty slot
            if (!insert(table, key)) return false;
            if (++size * 2 > table.length) {
                long[] larger = new long[table.length * 2];
                for (long old : table) if (old != 0) insert(larger, old);
                table = larger;
            }
            return true;
        }

        private static boolean insert(long[] table, long key) {
            int mask = table.length - 1;
            int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
            while (table[slot] != 0) {
                if (table[slot] == key) return false;
                slot = (slot + 1) & mask;
            }
            table[slot] = key;
            return true;
        }
    }
}
