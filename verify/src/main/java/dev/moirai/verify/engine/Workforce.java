package dev.moirai.verify.engine;

import dev.moirai.solve.Limit;
import java.util.List;

/** Those who answer {@link Subquestion}s at the same time: the cores of this machine, or other machines. */
public interface Workforce {
    /** Nobody else: questions are not cut into parts. */
    Workforce ALONE = new LocalWorkforce(1);

    /** Parts differ in size, so that there must be some more than places to keep everybody busy. */
    int PARTS_A_PLACE = 8;

    /** How many parts are worked on at once. */
    int places();

    /** Into how many parts a question is best cut. */
    default int parts() {
        return places() * PARTS_A_PLACE;
    }

    /** Whether they are asked whole questions, and not parts of them. */
    default boolean takesWhole() {
        return false;
    }

    /**
     * Has the parts answered, in any order, and hands over each answer as it comes, one at a time. Returns when all are
     * answered or given up, when no more answers are wanted, or when the limit is reached; nobody works on them then. What
     * an answer throws is thrown here.
     */
    <R> void ask(List<? extends Subquestion<R>> parts, Limit limit, Answers<R> answers);

    /** The same people, who are asked whole questions. */
    default Workforce forWhole() {
        return new WholeQuestions(this);
    }

    interface Answers<R> {
        enum Wanted {
            MORE,
            NO_MORE
        }

        /** @param part its place in the list */
        Wanted take(int part, R answer);

        /** Whether the answer to a part that nobody works on yet would still say something. */
        default boolean isWanted(int part) {
            return true;
        }

        /** Nobody can answer this part. */
        default void lost(int part, String why) {}
    }
}
