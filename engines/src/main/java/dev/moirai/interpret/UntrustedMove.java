package dev.moirai.interpret;

import java.util.Arrays;
import java.util.List;

/** Makes moves that may not fit the state: moves of another run, and those of engines that are not believed. */
public final class UntrustedMove {
    private UntrustedMove() {}

    public sealed interface Result {
        record Made(Outcome outcome) implements Result {}

        /** The state must not be used afterwards. */
        record DoesNotFit(String why) implements Result {}
    }

    /** Is told every choice of the move, with the answer. */
    public interface Listener {
        Listener NONE = new Listener() {
            @Override
            public void chosen(Choice choice, long answer) {}
        };

        void chosen(Choice choice, long answer);
    }

    public static Result make(Machine machine, State state, Move move, Listener listener) {
        if (Arrays.binarySearch(machine.enabled(state), move.thread()) < 0) {
            return new Result.DoesNotFit("thread number " + move.thread() + " cannot move");
        }
        var answers = new Answers(move.choices(), listener);
        Outcome outcome;
        try {
            outcome = machine.step(state, move.thread(), answers, Observer.NONE);
        } catch (WrongAnswer wrong) {
            return new Result.DoesNotFit(String.valueOf(wrong.getMessage()));
        }
        return answers.used == move.choices().size()
                ? new Result.Made(outcome)
                : new Result.DoesNotFit("a choice was not asked for");
    }

    private static final class Answers implements Chooser {
        private final List<Long> given;
        private final Listener listener;
        private int used;

        Answers(List<Long> given, Listener listener) {
            this.given = given;
            this.listener = listener;
        }

        @Override
        public long choose(Choice choice) {
            if (used == given.size())
                throw new WrongAnswer("no answer for " + choice.subject() + " at " + choice.span());
            long answer = given.get(used++);
            if (choice instanceof Choice.OneOf one && (answer < 0 || answer >= one.count()))
                throw new WrongAnswer("answer " + answer + " to " + choice.subject());
            listener.chosen(choice, answer);
            return answer;
        }
    }

    private static final class WrongAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongAnswer(String why) {
            super(why, null, false, false);
        }
    }
}
