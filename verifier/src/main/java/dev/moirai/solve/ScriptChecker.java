package dev.moirai.solve;

import java.util.List;
import java.util.Optional;

/** Answers whole SMT-LIB scripts: the second opinion on proofs. */
public interface ScriptChecker {
    /** Why it cannot be used here, if it cannot. */
    Optional<String> unavailable();

    /**
     * What every {@code check-sat} of the script answers, in order; after the limit, {@code unknown}.
     *
     * @throws IllegalStateException if it is {@linkplain #unavailable() unavailable}
     * @throws BadScriptException if the script is no SMT-LIB
     */
    List<String> answers(String script, Limit limit);
}
