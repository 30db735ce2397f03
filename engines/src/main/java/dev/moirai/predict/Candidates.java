package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/**
 * What a property is to be asked about: claims, gathered by place and thread, and how many of these candidates each filter
 * has left (the columns of the paper's Tables 2 and 3).
 */
final class Candidates {
    /** How far a claim came. */
    enum Stage {
        /** A common lock rules it out. */
        SAME_LOCK,
        /** Creation and join rule it out. */
        ORDERED,
        LEFT
    }

    /** The most claims of one candidate that are tried; in long traces the others are alike. */
    private static final int MOST_CLAIMS = 300;

    /** The most candidates at the same places, by different threads, that are kept for a solver. */
    private static final int MOST_ALIKE = 10_000;

    /** Beyond this number, candidates that a filter rules out are counted but not remembered. */
    private static final int MOST_KEPT = 1_000_000;

    /** How many candidates there were, and how many were left after each filter. */
    record Counts(int candidates, int afterLocks, int afterOrder) {}

    private record Key(List<InstrSite> sites, List<Integer> threads, int object) {}

    private static final class Group {
        Stage stage = Stage.SAME_LOCK;
        final List<Claim> claims = new ArrayList<>();
        boolean complete = true;
    }

    /** The variable of a candidate that is about no variable. */
    private static final int NO_OBJECT = -1;

    private final Property property;
    private final Limit limit;
    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private int sameLock;
    private int ordered;
    private boolean interrupted;

    Candidates(Property property, Limit limit) {
        this.property = property;
        this.limit = limit;
    }

    /** Whether the search for candidates must end here. */
    boolean mustStop() {
        interrupted |= limit.isReached();
        return interrupted;
    }

    /**
     * For {@link NearPairs}: compares until time is up or enough threads were seen to do the same at two places.
     *
     * @param compare whether a solver has to be asked about the two
     * @param leaveOut told the last two when it is enough
     */
    <A, B> BiPredicate<A, B> untilEnough(BiPredicate<A, B> compare, BiConsumer<A, B> leaveOut) {
        var left = new AtomicInteger();
        return (a, b) -> {
            if (mustStop()) return false;
            if (!compare.test(a, b) || left.incrementAndGet() < MOST_ALIKE) return true;
            leaveOut.accept(a, b);
            return false;
        };
    }

    /** Whether the search for candidates has ended early. */
    boolean isInterrupted() {
        return interrupted;
    }

    void note(List<InstrSite> sites, List<Integer> threads, Stage stage) {
        note(sites, threads, NO_OBJECT, stage);
    }

    /** Notes that such a claim about a variable is there, and how far it came. */
    void note(List<InstrSite> sites, List<Integer> threads, int object, Stage stage) {
        if (groups.size() < MOST_KEPT) group(sites, threads, object, stage);
        else if (stage == Stage.SAME_LOCK) sameLock++;
        else ordered++;
    }

    void add(List<InstrSite> sites, List<Integer> threads, Claim claim) {
        add(sites, threads, NO_OBJECT, claim);
    }

    void add(List<InstrSite> sites, List<Integer> threads, int object, Claim claim) {
        Group group = group(sites, threads, object, Stage.LEFT);
        if (group.claims.size() < MOST_CLAIMS) group.claims.add(claim);
        else group.complete = false;
    }

    void truncated(List<InstrSite> sites, List<Integer> threads) {
        truncated(sites, threads, NO_OBJECT);
    }

    /** Not all claims of the candidate were added. */
    void truncated(List<InstrSite> sites, List<Integer> threads, int object) {
        group(sites, threads, object, Stage.LEFT).complete = false;
    }

    /** Other threads do the same at these places; they are too many to look at. */
    void leaveOut(List<InstrSite> sites, int object) {
        group(sites, List.of(), object, Stage.LEFT).complete = false;
    }

    private Group group(List<InstrSite> sites, List<Integer> threads, int object, Stage stage) {
        Group group = groups.computeIfAbsent(new Key(sites, threads, object), _ -> new Group());
        if (stage.compareTo(group.stage) > 0) group.stage = stage;
        return group;
    }

    Counts counts() {
        int afterLocks = ordered;
        int afterOrder = 0;
        for (Group group : groups.values()) {
            if (group.stage != Stage.SAME_LOCK) afterLocks++;
            if (group.stage == Stage.LEFT) afterOrder++;
        }
        return new Counts(groups.size() + sameLock + ordered, afterLocks, afterOrder);
    }

    /** Those left by the filters. Claims about steps close to each other come first. */
    List<Candidate> left() {
        var left = new ArrayList<Candidate>();
        groups.forEach((key, group) -> {
            if (group.stage != Stage.LEFT) return;
            group.claims.sort(Comparator.comparingInt(claim -> claim.latest() - claim.earliest()));
            left.add(new Candidate(property, key.sites(), key.threads(), group.claims, group.complete));
        });
        return left;
    }
}
