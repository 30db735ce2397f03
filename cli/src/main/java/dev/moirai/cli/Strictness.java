package dev.moirai.cli;

import dev.moirai.property.Verdict;

/** {@code --strict}, for scripts to which only a proof is a success. */
final class Strictness {
    private final Option<Boolean> strict;

    Strictness(Syntax syntax) {
        strict = syntax.flag("--strict", "Exit with 3 unless something was proved or a violation found.");
    }

    int exitCode(Reply reply) {
        boolean isWithinLimits =
                reply instanceof Reply.Answered(var answer) && answer.verdict() instanceof Verdict.HoldsWithin;
        return isWithinLimits && strict.value() ? ExitCode.UNKNOWN : reply.exitCode();
    }
}
