package dev.moirai.cli;

import dev.moirai.property.Verdict;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Delivers a reply: shows it, writes the files that the user asked for, and returns the exit code. */
record Delivery(Output output, CommonOptions common) {
    int of(Reply reply) {
        return of(reply, reply.exitCode(), _ -> {});
    }

    int of(Reply reply, Strictness strictness) {
        return of(reply, strictness.exitCode(reply), _ -> {});
    }

    /**
     * Files are written after the answer is shown, so that the answer is not lost if one cannot be written. In that
     * case the exit code is that of the answer, unless that is success.
     *
     * @param others writes the command's own files
     */
    int of(Reply reply, int exitCode, Consumer<Answer> others) {
        new Screen(output, common.manner()).show(reply);
        try {
            if (reply instanceof Reply.Answered(var answer)) {
                others.accept(answer);
                common.witness().ifPresent(path -> witness(path, answer));
            }
            reports(List.of(reply));
            return exitCode;
        } catch (UsageException e) {
            output.out().flush();
            output.err().println("moirai: " + e.getMessage());
            return exitCode == ExitCode.OK ? ExitCode.INPUT : exitCode;
        }
    }

    /** Writes the reports about several programs, which have been shown one by one. */
    int ofSeveral(List<Reply> replies, int exitCode) {
        try {
            reports(replies);
            return exitCode;
        } catch (UsageException e) {
            output.out().flush();
            output.err().println("moirai: " + e.getMessage());
            return exitCode == ExitCode.OK ? ExitCode.INPUT : exitCode;
        }
    }

    /** Writes the reports about these replies, which have been shown. */
    private void reports(List<Reply> replies) {
        // Without a report, none of what makes them is loaded.
        if (common.reports().areGiven()) Reporting.write(replies, common, output);
    }

    private void witness(Path path, Answer answer) {
        if (!(answer.verdict() instanceof Verdict.Violated)) return;
        Evidence evidence = answer.evidence();
        evidence.forReplay().ifPresentOrElse(witness -> Saving.witness(path, witness), () -> {
            output.out().flush();
            output.err()
                    .println("moirai: " + path + " is not written: the run repeats no state, so that no schedule shows"
                            + " all of it");
        });
    }
}
