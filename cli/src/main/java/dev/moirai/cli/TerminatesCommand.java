package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.property.Schedulers;
import dev.moirai.property.Verdict;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.terminates.Certificates;
import dev.moirai.verify.terminates.Terminates;
import dev.moirai.verify.terminates.Terminates.Method;
import dev.moirai.verify.terminates.Terminates.Subject;
import dev.moirai.witness.Evidence;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

/** {@code moirai terminates}: answers whether every thread, or a given one, always ends. */
final class TerminatesCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final Option<String> thread = syntax.value(
            "--thread",
            "NAME",
            "all",
            "The thread to ask about, by its start function (worker, worker#2, main), or all.",
            (text, _) -> text);
    private final Option<Method> engine = syntax.value(
            "--engine",
            "NAME",
            Method.AUTO,
            "horn (recursive Horn clauses, solved by Z3), refine (predicate abstraction and refinement) or auto (both"
                    + " at once).",
            Readers.oneOf(Method.class));
    private final Option<Boolean> program =
            syntax.flag("--program", "Ask about the program as a whole, and write one certificate for it.");
    private final Option<Boolean> fair = syntax.flag(
            "--fair", "Let only schedulers count that pass no thread over for ever that could move again and again.");
    private final Option<Optional<Path>> certificate = syntax.value(
            "--certificate",
            "OUT.smt2",
            Optional.empty(),
            "Write the proof there, for verify-certificate or any SMT solver. With several proofs, OUT.THREAD.smt2"
                    + " each, but one file with --program.",
            Readers::output);
    private final Strictness strictness = new Strictness(syntax);
    private final CommonOptions common = new CommonOptions(syntax, EnumSet.noneOf(Property.class));

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai terminates FILE.c... [--thread NAME] [options]")
                .paragraph("Proves that threads make only finitely many steps, whatever the scheduler does and whatever"
                        + " the other threads do: by rely-guarantee reasoning, transition invariants and ranking"
                        + " functions. A proof is shown loop by loop, and every premise of it is checked by a second"
                        + " solver before it is reported. To wait for ever (for a lock, for another thread) is not to"
                        + " make steps: that is a deadlock, see moirai check.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai terminates examples/terminates/choice.c")
                .line("moirai terminates examples/terminates/lock-decrement.c --thread decrement --certificate"
                        + " proof.smt2")
                .line("moirai verify-certificate proof.smt2");
    }

    @Override
    public int execute(Output output) {
        common.requireFiles("terminates", syntax.operands());
        if (program.value() && !thread.value().equals("all")) {
            throw new UsageException("--program asks about all threads, --thread " + thread.value() + " about one");
        }
        if (common.choosesProperties()) {
            throw new UsageException("terminates takes no --property; see: moirai check --property");
        }
        Optional<String> asked = thread.value().equals("all") ? Optional.empty() : Optional.of(thread.value());
        var options = new Terminates.Options(
                asked, engine.value(), fair.value() ? Schedulers.STRONGLY_FAIR : Schedulers.ALL, common.time());
        Input input = common.input(syntax.operands(), syntax.rest(), output);
        String file = input.file().toString();
        Subject subject = program.value() ? Subject.PROGRAM : Subject.THREADS;
        Reply reply;
        try (var progress = new Ticker(output, common, "proving " + file)) {
            reply = Reply.to(
                    "terminates", file, output, () -> Terminates.answer(input, options, subject, progress::at));
        }
        return new Delivery(output, common).of(reply, strictness.exitCode(reply), answer -> {
            if (answer.evidence() instanceof Evidence.Proof proof) {
                boolean all = answer.verdict() instanceof Verdict.Holds;
                certificate.value().ifPresent(path -> save(path, proof, all));
            }
        });
    }

    private void save(Path path, Evidence.Proof proof, boolean all) {
        Map<String, String> certificates = Certificates.ofThreads(proof);
        if (program.value() && all && !certificates.isEmpty()) {
            Saving.text(path, Certificates.ofProgram(proof));
            return;
        }
        certificates.forEach(
                (thread, text) -> Saving.text(certificates.size() == 1 ? path : beside(path, thread), text));
    }

    /** {@code proof.smt2} becomes {@code proof.worker.smt2}. */
    private static Path beside(Path path, String thread) {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String mark = thread.replace('#', '-');
        String own = dot < 0 ? name + "." + mark : name.substring(0, dot) + "." + mark + name.substring(dot);
        return path.resolveSibling(own);
    }
}
