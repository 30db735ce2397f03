package dev.moirai.cli;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.witness.Answer;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.util.List;
import java.util.function.Supplier;

/** How a command ends, whatever happens: each reply has its exit code, its object for {@code --json}, and its text. */
sealed interface Reply {
    record Answered(Answer answer) implements Reply {}

    /** The certificate is valid. */
    record Certified(String file, int premises) implements Reply {}

    /**
     * The certificate is not valid: a premise does not hold.
     *
     * @param answer the solver's answer to the premise
     */
    record Uncertified(String file, String premise, String answer) implements Reply {}

    /**
     * The command has made what was asked for, such as a file, and has no verdict.
     *
     * @param text the text for readers
     */
    record Made(Json json, String text) implements Reply {}

    /**
     * The work was given up before an engine could answer.
     *
     * @param remarks lines about it, for readers
     */
    record GaveUp(String command, String file, Reason reason, List<String> remarks) implements Reply {
        GaveUp(String command, String file, Reason reason) {
            this(command, file, reason, List.of());
        }
    }

    /** The file is rejected, for these reasons. */
    record Refused(String command, String file, List<Diagnostic> diagnostics) implements Reply {}

    /**
     * The command line is wrong.
     *
     * @param help the command line that explains it
     */
    record Misused(String command, String message, String help) implements Reply {}

    /**
     * Asks about one file. Errors become replies too, so that they do not affect other files; only errors in the
     * command line are thrown.
     */
    static Reply to(String command, String file, Output output, Supplier<Answer> question) {
        try {
            Answer answer = question.get();
            return new Answered(answer.with(answer.cost().failures().stream()
                    .map(failure -> Crash.told(List.of(file), failure, output))
                    .toList()));
        } catch (UsageException e) {
            throw e;
        } catch (InputException e) {
            return new Refused(command, file, e.diagnostics());
        } catch (GaveUpException e) {
            return new GaveUp(command, file, e.reason());
        } catch (Throwable e) {
            return new GaveUp(command, file, new Crash(List.of(file), e).reason(output));
        }
    }

    default int exitCode() {
        return switch (this) {
            case Answered(var answer) -> exitCode(answer.verdict());
            case Certified _, Made _ -> ExitCode.OK;
            case Uncertified _ -> ExitCode.VIOLATION;
            case GaveUp _ -> ExitCode.UNKNOWN;
            case Refused _, Misused _ -> ExitCode.INPUT;
        };
    }

    private static int exitCode(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds _, Verdict.HoldsWithin _ -> ExitCode.OK;
            case Verdict.Violated _ -> ExitCode.VIOLATION;
            case Verdict.Unsupported _, Verdict.Unknown _ -> ExitCode.UNKNOWN;
        };
    }

    default Json json() {
        return switch (this) {
            case Answered(var answer) -> AnswerJson.of(answer);
            case Certified(var file, var premises) -> AnswerJson.certified(file, premises);
            case Uncertified(var file, var premise, var answer) -> AnswerJson.uncertified(file, premise, answer);
            case Made(var json, var _) -> json;
            case GaveUp(var command, var file, var reason, var _) -> AnswerJson.gaveUp(command, file, reason);
            case Refused(var command, var file, var diagnostics) -> AnswerJson.refused(command, file, diagnostics);
            case Misused(var command, var message, var help) -> AnswerJson.misused(command, message, "see: " + help);
        };
    }
}
