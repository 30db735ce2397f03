package dev.moirai.witness.text;

import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;

/** Why no assertion can fail, or no two threads can race. */
public final class SafetyText {
    private static final int MOST_INVARIANTS = 8;
    private static final int MOST_RELIANCES = 8;

    private SafetyText() {}

    public static String of(Evidence.Safe proof) {
        var out = new StringBuilder(proof.claim() + " (" + proof.exposure() + ")\n");
        proof.invariants().stream()
                .limit(MOST_INVARIANTS)
                .forEach(invariant -> out.append("  ")
                        .append(invariant.thread())
                        .append(", at ")
                        .append(invariant.span().place())
                        .append(": ")
                        .append(invariant.text())
                        .append('\n'));
        if (!proof.reliances().isEmpty()) out.append("  threads rely on each other:\n");
        for (ThreadProof.Reliance reliance :
                proof.reliances().stream().limit(MOST_RELIANCES).toList()) {
            out.append("    ")
                    .append(reliance.thread())
                    .append(", line ")
                    .append(reliance.span().line())
                    .append(", ")
                    .append(reliance.effect())
                    .append('\n');
        }
        return out.append("  checked: ")
                .append(proof.premises())
                .append(" premises, each confirmed by cvc5\n")
                .toString();
    }
}
