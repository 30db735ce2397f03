package dev.moirai.verify.engine;

import dev.moirai.solve.Limit;
import java.util.List;

/** Those who answer {@link Subquestion}s at the same time: the cores of this machine, or other machines. */
public interface Workforce {
    /** Nobody else: questions are not cut into parts. */
    Workforce ALONE = new LocalWorkforce(1);

    /** How many parts are worked on at once. */
    int places();

    /**
     * Has the parts answered, in any order, and hands over each answer as it comes, one at a time. Returns when all are
     * answered, when no more answers are wanted, or when the limit is reached; nobody works on them then. What an answer
     * throws is thrown here.
     */
    <R> void ask(List<? extends Subquestion<R>> parts, Limit limit, Answers<R> answers);

    interface Answers<R> {
        enum Wanted {
            MORE,
            NO_MORE
        }

        /** @param part its place in the list */
        Wanted take(int part, R answer);
    }
}
