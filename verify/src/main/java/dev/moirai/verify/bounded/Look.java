package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.witness.Attempt;
import java.util.Set;

/** One look at a program within bounds, by lazy sequentialization. It may be asked several times until it knows. */
public interface Look extends AutoCloseable {
    sealed interface Result {
        record Violated(Verdict.Violated verdict) implements Result {}

        /** No violation; {@code beyond} is what was left out, if anything was. */
        record Clean(Set<CutReason> beyond) implements Result {}

        /** Not known yet. */
        record Unknown(String reason) implements Result {}
    }

    Sequentialized sequentialized();

    /** How large the question is, in words. */
    String size();

    /** An answer, or {@link Result.Unknown} when the limit is reached: then it can be asked again. */
    Result ask(Limit limit);

    /** Asked after it was clean: what it did not even come to. */
    Unreached unreached(Visits visits, Limit limit);

    /** What it cost so far. */
    Attempt attempt(String result);

    @Override
    void close();

    default Bounds bounds() {
        return sequentialized().bounds();
    }
}
