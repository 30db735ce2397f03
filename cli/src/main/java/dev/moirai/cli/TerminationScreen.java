package dev.moirai.cli;

import dev.moirai.rely.proof.Explanation;
import dev.moirai.rely.recurrence.RecurrenceSet;
import dev.moirai.rely.transition.Transition;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.terminates.Terminates;
import dev.moirai.verify.terminates.Terminates.Status;
import dev.moirai.witness.Failure;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.json.ReportJson;
import dev.moirai.witness.json.ScheduleFile;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Answers about termination as a person reads them; the last line is the verdict. */
final class TerminationScreen {
    private static final int MOST_INVARIANTS = 4;

    private final PrintStream out;
    private final CommonOptions options;
    private final boolean program;

    /** @param program whether the question was about the program as a whole */
    TerminationScreen(Output output, CommonOptions options, boolean program) {
        this.out = output.out();
        this.options = options;
        this.program = program;
    }

    /** @param failures of engines that the others made up for; they have been told of */
    void show(Terminates.Answer answer, List<Failure> failures) {
        if (options.isJson()) {
            out.print(JsonWriter.write(json(answer, failures)));
            return;
        }
        if (!options.isQuiet()) {
            for (Terminates.ThreadAnswer thread : answer.threads()) show(thread);
            closing(answer);
        }
        out.println("VERDICT: " + verdict(answer));
    }

    private Json json(Terminates.Answer answer, List<Failure> failures) {
        var json = new Json.Builder()
                .put("file", answer.file())
                .put("verdict", word(exitCode(answer)))
                .put("summary", verdict(answer))
                .put("engine", answer.engine())
                .put("threads", Json.array(answer.threads(), TerminationScreen::json))
                .put("assumptions", Json.array(answer.assumptions(), Json::of))
                .put("abstractions", Json.array(answer.abstractions(), a -> Json.of(a.toString())))
                .put("seconds", new Json.Real(answer.seconds()));
        if (!failures.isEmpty()) json.put("failures", Json.array(failures, ReportJson::of));
        return json.build();
    }

    private static String word(int exitCode) {
        return switch (exitCode) {
            case ExitCode.OK -> "terminates";
            case ExitCode.VIOLATION -> "non-terminating";
            default -> "unknown";
        };
    }

    private static Json json(Terminates.ThreadAnswer thread) {
        var json = new Json.Builder().put("thread", thread.thread()).put("anyNumber", new Json.Bool(thread.many()));
        switch (thread.status()) {
            case Status.LoopFree() -> json.put("answer", "terminates");
            case Status.Proved(var proof, var explanation, var _, var premises) ->
                json.put("answer", "terminates")
                        .put("proof", proof.exposure().words())
                        .put("engine", proof.engine())
                        .put("premises", Json.of(premises))
                        .put(
                                "loops",
                                Json.array(
                                        explanation.loops(),
                                        loop -> new Json.Builder()
                                                .put("line", Json.of(loop.span().line()))
                                                .put("ranks", Json.array(loop.ranks(), Json::of))
                                                .put("invariants", Json.array(loop.invariants(), Json::of))
                                                .build()));
            case Status.Endless(var schedule, var begun, var fair, var set) ->
                json.put("answer", "non-terminating")
                        .put("fair", new Json.Bool(fair))
                        .put(
                                "recurrenceSet",
                                Json.array(set.map(RecurrenceSet::words).orElse(List.of()), Json::of))
                        .put("begun", Json.array(begun, Json::of))
                        .put("lassoStart", Json.of(schedule.lassoStart().orElseThrow()))
                        .put("schedule", Json.array(schedule.steps(), ScheduleFile::step));
            case Status.Open(var reason, var path) ->
                json.put("answer", "unknown")
                        .put("reason", reason)
                        .put(
                                "path",
                                Json.array(path, t -> Json.of("line " + t.span().line() + ": " + t.text())));
        }
        return json.build();
    }

    private void show(Terminates.ThreadAnswer thread) {
        String copies = thread.many() ? " (any number of copies)" : "";
        out.print("thread " + thread.thread() + copies + ": ");
        switch (thread.status()) {
            case Status.LoopFree() -> out.println("TERMINATES (it has no loop)");
            case Status.Proved(var proof, var explanation, var _, var premises) -> {
                out.println("TERMINATES (" + proof.exposure().words() + ")");
                explain(explanation);
                out.println("  checked: " + premises + " premises, each confirmed by cvc5");
            }
            case Status.Endless(var schedule, var begun, var fair, var set) -> {
                out.println("NON-TERMINATING, "
                        + (fair ? "even under a fair scheduler" : "if the scheduler is unfair")
                        + "; the run was executed by the interpreter");
                endless(schedule, begun);
                set.ifPresent(states -> recurrence(states, begun));
            }
            case Status.Open(var reason, var path) -> {
                out.println("UNKNOWN: " + reason);
                path(path);
            }
        }
        out.println();
    }

    private void explain(Explanation explanation) {
        for (Explanation.Loop loop : explanation.loops()) {
            out.println("  loop at " + place(loop.span()));
            if (loop.ranks().isEmpty()) out.println("    is never gone round twice");
            for (String rank : loop.ranks()) out.println("    decreases: " + rank);
            if (!loop.ranks().isEmpty()) {
                for (String invariant : loop.invariants()
                        .subList(0, Math.min(MOST_INVARIANTS, loop.invariants().size()))) {
                    out.println("    from one visit to a later one: " + invariant);
                }
            }
        }
        if (!explanation.assumptions().isEmpty()) out.println("  relies on the other threads:");
        for (Explanation.Assumption assumption : explanation.assumptions()) {
            out.println(
                    "    " + assumption.thread() + ", line " + assumption.span().line() + ", " + assumption.effect());
        }
    }

    private void endless(Schedule schedule, List<String> begun) {
        int start = schedule.lassoStart().orElseThrow();
        out.println("  after " + start + (start == 1 ? " step" : " steps") + ", for ever:");
        for (Step step : schedule.steps().subList(start, schedule.steps().size())) {
            String choices = step.choices().isEmpty() ? "" : "   chooses " + step.choices();
            out.println("    " + step.thread() + ", line " + step.span().line() + ": " + step.text() + choices);
        }
        for (String thread : begun) {
            out.println(
                    "  " + thread + " begins on the way and does nothing afterwards: each time it is another thread");
        }
    }

    private void recurrence(RecurrenceSet set, List<String> begun) {
        String what = set.words().isEmpty() ? "all values" : String.join(" and ", set.words());
        String threads = begun.isEmpty() ? "the same threads" : "the threads that were there before";
        out.println("  no state need come back: from every state with " + threads + " at the same places and");
        out.println("  " + what + ", once round leads to such a state again (proved by two solvers)");
    }

    private void path(List<Transition> path) {
        if (path.isEmpty()) return;
        out.println("  round the loop at " + place(path.getFirst().span()) + ":");
        for (Transition t : path) out.println("    line " + t.span().line() + ": " + t.text());
    }

    private void closing(Terminates.Answer answer) {
        for (String assumption : answer.assumptions()) out.println("assuming: " + assumption);
        answer.abstractions().stream()
                .map(a -> "abstracted: any value is taken for " + a)
                .distinct()
                .limit(8)
                .forEach(out::println);
        answer.startsItsOwnKind()
                .ifPresent(name -> out.println("note: threads of " + name
                        + " start others of their kind; if each ends, all together may still go on (see: --program)"));
        out.printf(Locale.ROOT, "%s: %.2f s%n", answer.engine(), answer.seconds());
    }

    private static String place(SourceSpan span) {
        return span.file() + ":" + span.line();
    }

    private String verdict(Terminates.Answer answer) {
        for (Terminates.ThreadAnswer thread : answer.threads()) {
            if (thread.status() instanceof Status.Endless(var _, var _, var fair, var _)) {
                return "NON-TERMINATING thread " + thread.thread() + (fair ? " (fair)" : " (unfair)");
            }
        }
        for (Terminates.ThreadAnswer thread : answer.threads()) {
            if (thread.status() instanceof Status.Open(var reason, var _)) {
                return "UNKNOWN thread " + thread.thread() + ": " + reason;
            }
        }
        if (program && answer.startsItsOwnKind().isPresent()) {
            return "UNKNOWN program: every thread ends, but threads of "
                    + answer.startsItsOwnKind().get() + " start others of their kind";
        }
        boolean modular = answer.threads().stream()
                .allMatch(thread -> !(thread.status() instanceof Status.Proved proved)
                        || proved.proof().exposure().isModular());
        String schedulers = answer.fair() ? " under strong fairness" : "";
        return "TERMINATES" + schedulers + " (" + (modular ? "modular" : "non-modular") + ")";
    }

    int exitCode(Terminates.Answer answer) {
        String verdict = verdict(answer);
        if (verdict.startsWith("TERMINATES")) return ExitCode.OK;
        return verdict.startsWith("NON-TERMINATING") ? ExitCode.VIOLATION : ExitCode.UNKNOWN;
    }
}
