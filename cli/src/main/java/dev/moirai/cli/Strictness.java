package dev.moirai.cli;

import dev.moirai.property.Verdict;

/** {@code --strict}, for scripts that take nothing for success but a proof. */
final class Strictness {
    /** What it says when nothing was found. */
    enum Claim {
        PROVED,
        WITHIN_LIMITS
    }

    private final Option<Boolean> strict;

    Strictness(Syntax syntax) {
        strict = syntax.flag("--strict", "Exit with 3 unless something was proved or a violation found.");
    }

    int exitCode(Answer answer) {
        boolean isWithinLimits =
                answer instanceof Answer.Given(var report) && report.verdict() instanceof Verdict.HoldsWithin;
        return exitCode(answer.exitCode(), isWithinLimits ? Claim.WITHIN_LIMITS : Claim.PROVED);
    }

    int exitCode(int plain, Claim claim) {
        boolean isTooLittle = plain == ExitCode.OK && claim == Claim.WITHIN_LIMITS;
        return isTooLittle && strict.value() ? ExitCode.UNKNOWN : plain;
    }
}
