package dev.moirai.rely;

import dev.moirai.rely.horn.Exposure;
import dev.moirai.rely.horn.Question;
import dev.moirai.solve.Limit;
import java.time.Duration;

/** A way to prove that a thread of a system makes only finitely many steps. */
public interface Engine {
    String name();

    /** What can be proved on one rung of the ladder. */
    Finding climb(Question question, Exposure exposure, Limit limit);

    /** Goes up the ladder, and does not stay for ever on a low rung. */
    default Finding prove(Question question, Limit limit) {
        Finding.Open open = Finding.Open.because("no rung of the ladder applies");
        for (Exposure exposure : Exposure.values()) {
            if (!question.has(exposure)) continue;
            Limit here = exposure == Exposure.FULL ? limit : limit.within(Duration.ofSeconds(SECONDS_ON_A_RUNG));
            switch (climb(question, exposure, here)) {
                case Finding.Proved proved -> {
                    return proved;
                }
                case Finding.Open found -> {
                    if (limit.isReached()) return new Finding.Open(limit.reason(), open.stem(), open.path());
                    if (open.path().isEmpty() || !found.path().isEmpty()) open = found;
                }
            }
        }
        return open;
    }

    long SECONDS_ON_A_RUNG = 6;
}
