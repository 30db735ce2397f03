package dev.moirai.ir;

import java.util.List;

/** What a free value stands for: who else has to know is told by its kind, a reader by its words. */
public sealed interface Source {
    String words();

    /** An input, memory nobody has written: any value will do, and it has no further meaning. */
    record Anything(String words) implements Source {}

    /** Whether a timer has run out: one that is asked for ever says yes now and then. */
    record Timer() implements Source {
        @Override
        public String words() {
            return "MOIRAI_TIMEOUT";
        }
    }

    /**
     * In a native run, what a function of the real world returns: the function in which the {@link Instr.Nondet} stands hands
     * its own parameters over.
     */
    record RealCall(String function) implements Source {
        @Override
        public String words() {
            return "real call of " + function;
        }
    }

    /** Which thread a signal wakes, as a position among these: the numbers of those that wait on conditions anywhere. */
    record WhoIsWoken(List<Integer> threads) implements Source {
        public WhoIsWoken {
            threads = List.copyOf(threads);
        }

        @Override
        public String words() {
            return "who is woken";
        }
    }

    /** Whether a weak compare-and-exchange fails though the values agree: any number of times, but not for ever. */
    record SpuriousFailure() implements Source {
        @Override
        public String words() {
            return "spurious failure";
        }
    }

    /** Why a timed wait ends that nobody has ended. */
    record EndOfWait() implements Source {
        @Override
        public String words() {
            return "time-out (0) or spurious wake-up (1)";
        }
    }

    /** How far a thread, by its number, gets in a round of a sequentialized program. */
    record HowFar(int thread, int round, String words) implements Source {}
}
