package dev.moirai.solve;

import java.util.List;
import java.util.Optional;

/** Answers whole SMT-LIB scripts: a second opinion on proofs. */
public interface ScriptChecker {
    /** Why the checker cannot be used here, if it cannot. */
    Optional<String> unavailable();

    /**
     * The answer to every {@code check-sat} of the script, in order; {@code unknown} once the limit is reached.
     *
     * @throws IllegalStateException if the checker is {@linkplain #unavailable() unavailable}
     * @throws BadScriptException if the script is not valid SMT-LIB
     */
    List<String> answers(String script, Limit limit);
}
