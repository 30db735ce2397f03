package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;

/** A choice that the program leaves open. The answer is a {@code long}, and the schedule records it. */
public sealed interface Choice {
    /** What is to be chosen, in words: "input of __VERIFIER_nondet_int", "uninitialised x", "who is woken". */
    String subject();

    /** The instruction that asks. */
    Instr at();

    default SourceSpan span() {
        return at().span();
    }

    /**
     * Whether this answer makes something happen for no reason (a wake-up, a failed exchange). That may happen any
     * number of times, but not for ever.
     */
    default boolean isSpurious(long answer) {
        return switch (this) {
            case AnyValue(var _, var source, var _) -> source instanceof Source.SpuriousFailure && answer != 0;
            case EndOfWait _ -> answer == EndOfWait.SPURIOUS;
            case WhoIsWoken _ -> false;
        };
    }

    /** Any value of a scalar type, in canonical form ({@link dev.moirai.ir.Arithmetic#normalize}). */
    record AnyValue(Type type, Source source, Instr at) implements Choice {
        @Override
        public String subject() {
            return source.words();
        }
    }

    /** One of the numbers 0 to {@code count - 1}; {@code count} is at least 2. */
    sealed interface OneOf extends Choice {
        int count();
    }

    /** Which thread a signal wakes: a position in {@code waiters}, the numbers of the waiting threads. */
    record WhoIsWoken(List<Integer> waiters, String subject, Instr at) implements OneOf {
        public WhoIsWoken {
            waiters = List.copyOf(waiters);
        }

        @Override
        public int count() {
            return waiters.size();
        }
    }

    /** Why a timed wait ends if no other thread has ended it: its time is up, or for no reason. */
    record EndOfWait(Instr at) implements OneOf {
        public static final long TIMEOUT = 0;
        public static final long SPURIOUS = 1;

        @Override
        public String subject() {
            return new Source.EndOfWait().words();
        }

        @Override
        public int count() {
            return 2;
        }
    }
}
