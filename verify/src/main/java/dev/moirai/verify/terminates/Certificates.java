package dev.moirai.verify.terminates;

import dev.moirai.property.Reason;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Certificates are proofs that threads end, as texts: they are made from an answer, and can be checked from the text
 * alone.
 */
public final class Certificates {
    /** The result of checking a certificate. */
    public sealed interface Check {
        record Valid(int premises) implements Check {}

        /**
         * A premise does not hold.
         *
         * @param answer the solver's answer to it
         */
        record Invalid(String premise, String answer) implements Check {}

        /** The solver has not decided whether a premise holds. */
        record Open(Reason reason, String premise) implements Check {}
    }

    private Certificates() {}

    /** The certificates of all threads that are proved to end, by the names of the threads. */
    public static Map<String, String> ofThreads(Evidence.Proof proof) {
        Map<String, String> certificates = new LinkedHashMap<>();
        for (ThreadProof thread : proof.threads()) {
            if (thread.ending() instanceof ThreadProof.Ending.Proved proved) {
                certificates.put(thread.thread(), proved.certificate());
            }
        }
        return certificates;
    }

    /** One certificate for all threads together. */
    public static String ofProgram(Evidence.Proof proof) {
        List<Certificate> threads =
                ofThreads(proof).values().stream().map(Certificate::new).toList();
        return Certificate.ofAll(threads).text();
    }

    /**
     * Has a second solver check every premise. Throws an {@link InputException} for a text that is no certificate, and
     * a {@link dev.moirai.verify.engine.GaveUpException}.
     *
     * @param file the name of the file that has the text
     */
    public static Check check(String file, String text, Budget budget) {
        // cvc5 keeps to the limit while it solves, but not while it reads.
        return switch (Inquiry.inTime(budget, "", () -> new Certificate(text).check(budget.limit()))) {
            case Certificate.Check.Valid(var premises) -> new Check.Valid(premises);
            case Certificate.Check.Invalid(var premise, var answer) -> new Check.Invalid(premise, answer);
            case Certificate.Check.Undecided(var premise) ->
                new Check.Open(
                        budget.limit().isReached() ? budget.reason() : Reason.undecided("cvc5 does not know"), premise);
            case Certificate.Check.Malformed(var why, var line) ->
                throw new InputException(Diagnostic.error(
                        new SourceSpan(file, line, 0),
                        "this is no certificate: " + why.lines().findFirst().orElse("")));
        };
    }
}
