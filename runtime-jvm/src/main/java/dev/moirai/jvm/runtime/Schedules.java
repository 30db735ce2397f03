package dev.moirai.jvm.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The schedules there are, by what the options say. */
final class Schedules {
    private Schedules() {}

    static TokenSchedule of(String words, List<long[]> script, boolean stopsAfterScript) {
        String[] parts = words.split(" ", -1);
        return switch (parts[0]) {
            case "steady" -> new Steady();
            case "seeded" -> new Seeded(Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
            case "turns" -> new InTurn(Long.parseLong(parts[1]));
            case "pct" -> new Pct(Long.parseLong(parts[1]), Integer.parseInt(parts[2]), Long.parseLong(parts[3]));
            case "script" -> new Scripted(script, stopsAfterScript);
            default -> throw new IllegalArgumentException("unknown schedule " + words);
        };
    }

    /** Numbers by chance, the same ones for the same seed (xorshift). */
    private static final class Chance {
        private long state;

        Chance(long seed) {
            state = (seed + 1) * 0x9E3779B97F4A7C15L | 1;
            for (int i = 0; i < 8; i++) next();
        }

        private long next() {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            return state;
        }

        long below(long limit) {
            return (next() >>> 1) % limit;
        }
    }

    /** Everybody goes on as long as it can; then the next in number. */
    private static final class Steady extends TokenSchedule {
        @Override
        long patience() {
            return FAIR;
        }

        @Override
        Controlled next(List<Controlled> able, @Nullable Controlled holder) {
            return after(able, holder);
        }
    }

    /** Everybody in turn, so many steps each. */
    private static final class InTurn extends TokenSchedule {
        private final long steps;

        InTurn(long steps) {
            this.steps = Math.max(1, steps);
        }

        @Override
        long patience() {
            return steps;
        }

        @Override
        Controlled next(List<Controlled> able, @Nullable Controlled holder) {
            return after(able, holder);
        }
    }

    private static Controlled after(List<Controlled> able, @Nullable Controlled holder) {
        int from = holder == null ? -1 : holder.number;
        for (Controlled each : able) if (each.number > from) return each;
        return able.get(0);
    }

    /** A switch before one in {@code period} steps, to anybody. */
    private static final class Seeded extends TokenSchedule {
        /** One in so many switches is a spurious wake-up, if somebody waits. */
        private static final int SPURIOUS = 4;

        private final Chance chance;
        private final int period;

        Seeded(long seed, int period) {
            chance = new Chance(seed);
            this.period = Math.max(1, period);
        }

        @Override
        long patience() {
            return chance.below(2L * period - 1);
        }

        @Override
        boolean wakesSomebody() {
            return chance.below(SPURIOUS) == 0;
        }

        @Override
        Controlled next(List<Controlled> able, @Nullable Controlled holder) {
            return able.get((int) chance.below(able.size()));
        }
    }

    /**
     * Priorities by chance; at {@code depth - 1} steps by chance the holder's falls below all others (Burckhardt et al.,
     * ASPLOS 2010). Who yields or spins falls behind too, else loops that wait would never end.
     */
    private static final class Pct extends TokenSchedule {
        private final Chance chance;
        private final long[] changes;
        private int changed;
        /** By the threads' numbers. */
        private final List<Long> priorities = new ArrayList<>();

        private long lowest;
        private boolean mustFall;

        Pct(long seed, int depth, long length) {
            chance = new Chance(seed);
            changes = new long[Math.max(0, depth - 1)];
            for (int i = 0; i < changes.length; i++) changes[i] = chance.below(Math.max(1, length));
            Arrays.sort(changes);
        }

        @Override
        void started(Controlled thread) {
            priorities.add(1 + chance.below(1L << 40));
        }

        @Override
        long patience() {
            return changed < changes.length ? Math.min(FAIR, Math.max(0, changes[changed] - Token.steps)) : FAIR;
        }

        @Override
        boolean watchesOthers() {
            return true;
        }

        @Override
        void yielded(Controlled holder) {
            mustFall = true;
        }

        @Override
        Controlled next(List<Controlled> able, @Nullable Controlled holder) {
            boolean change = changed < changes.length && Token.steps >= changes[changed];
            if (change) changed++;
            if (holder != null && (change || mustFall || Token.inARow() >= FAIR))
                priorities.set(holder.number, --lowest);
            mustFall = false;
            Controlled best = able.get(0);
            for (Controlled each : able) if (priority(each) > priority(best)) best = each;
            return best;
        }

        private long priority(Controlled thread) {
            return priorities.get(thread.number);
        }
    }

    /** As a script says: so many steps of this thread, so many of that one. */
    static final class Scripted extends TokenSchedule {
        private final List<long[]> segments;
        private final boolean stops;
        private int at;
        /** How many steps the holder owed to its segment when it got the token last. */
        private long due;

        private boolean isWaking;

        Scripted(List<long[]> segments, boolean stops) {
            this.segments = new ArrayList<>(segments);
            this.stops = stops;
            this.due = segments.isEmpty() ? 0 : segments.get(0)[1];
        }

        /**
         * Whether the holder, which stops after so many steps in a row, is to go on at once because its segment is not done. A
         * sleep, or a wait with a time limit, lasts as long as it must: nobody can count on who is awake first.
         */
        boolean goesOnInTime(Controlled holder, long inARow) {
            long owed = due - inARow;
            if (owed <= 0 || holder.state == Controlled.State.DONE) return false;
            if (!Ability.isInTime(holder) && !SpuriousWakeups.isPossible(holder)) return false;
            due = owed;
            return true;
        }

        boolean beginsWith(int thread) {
            return segments.isEmpty() || segments.get(0)[0] == thread;
        }

        boolean isOver() {
            return at >= segments.size() - 1;
        }

        /** Whether the holder, with so many steps in a row, has made all that the script wants. */
        boolean isThrough(long inARow) {
            return isOver() && inARow >= due;
        }

        /** Whether the holder, with no steps left to make, is stopped before it does anything more. */
        boolean isHalting() {
            return stops || !isOver();
        }

        /** Whether nobody makes a step any more. */
        boolean stopsNow(boolean hasCome) {
            return stops && (hasCome || isWaking);
        }

        /** Those who sleep when all is over come to their next step, without making it: so it is known where they stand. */
        @Nullable
        Controlled wakes(List<Controlled> threads) {
            isWaking = true;
            for (Controlled each : threads) if (each.state == Controlled.State.SLEEP) return each;
            return null;
        }

        @Override
        long patience() {
            if (isWaking) return 0;
            if (at >= segments.size()) return FAIR;
            boolean goesOn = isOver() && !stops;
            return goesOn ? Math.max(FAIR, due) : due;
        }

        /** The thread of the first segment is main, always. */
        @Override
        @Nullable
        Controlled demanded() {
            return isOver() ? null : Token.thread((int) segments.get(at + 1)[0]);
        }

        String wanted() {
            return "thread " + segments.get(at + 1)[0];
        }

        void advance() {
            at++;
            due = segments.get(at)[1];
        }

        @Override
        Controlled next(List<Controlled> able, @Nullable Controlled holder) {
            at = segments.size();
            due = 0;
            return after(able, holder);
        }
    }
}
