package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import dev.moirai.solve.HornSolver;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SExpression;
import dev.moirai.solve.Watch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Z3's engine for recursive Horn clauses, Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014). */
public final class Z3Horn implements HornSolver {
    private static final int TRUE_RESULT = 1;
    private static final int FALSE_RESULT = -1;
    private static final int SMTLIB_COMPLIANT = 2;

    /** Rewritings that are switched off, so that the rules of a derivation are the rules that were given. */
    private static final List<String> REWRITINGS = List.of(
            "xform.slice",
            "xform.inline_linear",
            "xform.inline_eager",
            "xform.coi",
            "xform.subsumption_checker",
            "xform.tail_simplifier_pve");

    /**
     * Z3 4.14's new hypothesis reducer sometimes reads beyond an array ({@code reduce_core}) and crashes the process.
     */
    private static final String OLD_REDUCER = "spacer.iuc.old_hyp_reducer";

    /** Without {@code let}, formulas can become too long for any memory. */
    private static final long MOST_WORDS = 2_000_000;

    /** Bytes that Z3 may take; without a limit it takes a gigabyte in some seconds. */
    private static final long MOST_MEMORY = 2_000_000_000;

    /**
     * Bytes that earlier questions may have left behind: a question that is interrupted soon after Z3 has taken it in can leave hundreds of
     * megabytes for good, and a process with many programs would be killed for it.
     */
    private static final long MOST_LOST = 4_000_000_000L;

    private final long mostLost;

    public Z3Horn() {
        this(MOST_LOST);
    }

    Z3Horn(long mostLost) {
        this.mostLost = mostLost;
    }

    @Override
    public Outcome solve(String clauses, Limit given) {
        long context = Z3Script.newContext();
        try {
            // What other questions of this process have left behind is not this one's.
            long before = Native.getEstimatedAllocSize();
            if (before > mostLost) {
                return new Outcome.Unknown("z3 is asked no more by this process, as earlier questions have left "
                        + before / 1_000_000 + " MB behind");
            }
            // Once interrupted Z3 gives memory back, but that it needed too much stays the reason.
            var isFull = new AtomicBoolean();
            Limit limit = given.until(
                    () -> {
                        if (Native.getEstimatedAllocSize() - before > MOST_MEMORY) isFull.set(true);
                        return isFull.get();
                    },
                    "z3 needs more than " + MOST_MEMORY / 1_000_000 + " MB");
            return limit.isReached() ? new Outcome.Unknown(limit.reason()) : solve(clauses, context, limit);
        } finally {
            Native.delContext(context);
        }
    }

    private static Outcome solve(String clauses, long context, Limit limit) {
        try {
            Native.setAstPrintMode(context, SMTLIB_COMPLIANT);
            long engine = Native.mkFixedpoint(context);
            Native.fixedpointIncRef(context, engine);
            setParameters(context, engine);
            long queries = Native.fixedpointFromString(context, engine, clauses);
            Native.astVectorIncRef(context, queries);
            long query = Native.astVectorGet(context, queries, 0);
            int result;
            try (var _ = Watch.over(limit, () -> Z3Script.interrupt(context))) {
                result = Native.fixedpointQuery(context, engine, query);
            }
            return switch (result) {
                case FALSE_RESULT -> underivable(context, engine);
                case TRUE_RESULT -> derived(context, engine);
                default ->
                    new Outcome.Unknown(
                            limit.isReached()
                                    ? limit.reason()
                                    : "z3: " + Native.fixedpointGetReasonUnknown(context, engine));
            };
        } catch (Z3Exception e) {
            return new Outcome.Unknown(limit.isReached() ? limit.reason() : "z3: " + e.getMessage());
        }
    }

    private static void setParameters(long context, long engine) {
        long parameters = Native.mkParams(context);
        Native.paramsIncRef(context, parameters);
        Native.paramsSetSymbol(context, parameters, symbol(context, "engine"), symbol(context, "spacer"));
        for (String rewriting : REWRITINGS) {
            Native.paramsSetBool(context, parameters, symbol(context, rewriting), false);
        }
        Native.paramsSetBool(context, parameters, symbol(context, OLD_REDUCER), true);
        // Ctrl-C is the process's, not Z3's.
        Native.paramsSetBool(context, parameters, symbol(context, "ctrl_c"), false);
        Native.fixedpointSetParams(context, engine, parameters);
        Native.paramsDecRef(context, parameters);
    }

    private static long symbol(long context, String name) {
        return Native.mkStringSymbol(context, name);
    }

    private static Outcome underivable(long context, long engine) {
        long answer = Native.fixedpointGetAnswer(context, engine);
        SExpression text = SExpression.of(Native.astToString(context, answer)).withoutLets();
        if (text.size() > MOST_WORDS) return new Outcome.Unknown("the proof is too large to be written down");
        var relations = new LinkedHashMap<String, Interpretation>();
        List<SExpression> parts = text.head().equals("and") ? ((SExpression.Many) text).parts() : List.of(text);
        for (SExpression part : parts) define(part, relations);
        return new Outcome.Underivable(relations);
    }

    /**
     * Reads {@code (forall ((A Int)) (= (R A) formula))}, or {@code (= R formula)} for a relation without
     * parameters.
     */
    private static void define(SExpression part, Map<String, Interpretation> relations) {
        SExpression inner = part;
        if (inner.head().equals("forall"))
            inner = ((SExpression.Many) inner).parts().get(2);
        if (!inner.head().equals("=")) return;
        List<SExpression> sides = ((SExpression.Many) inner).parts();
        var parameters = new ArrayList<String>();
        String name = "";
        switch (sides.get(1)) {
            case SExpression.Word(var word) -> name = word;
            case SExpression.Many(var application) -> {
                name = ((SExpression.Word) application.getFirst()).text();
                for (SExpression argument : application.subList(1, application.size())) {
                    if (!(argument instanceof SExpression.Word(var word))) {
                        throw new IllegalStateException("z3: unexpected answer " + part);
                    }
                    parameters.add(word);
                }
            }
        }
        relations.put(name, new Interpretation(parameters, sides.get(2)));
    }

    private static Outcome derived(long context, long engine) {
        String[] names = Native.getSymbolString(context, Native.fixedpointGetRuleNamesAlongTrace(context, engine))
                .split(";");
        long rules = Native.fixedpointGetRulesAlongTrace(context, engine);
        Native.astVectorIncRef(context, rules);
        var uses = new ArrayList<Use>();
        for (int i = 0; i < Native.astVectorSize(context, rules); i++) {
            SExpression rule = SExpression.of(Native.astToString(context, Native.astVectorGet(context, rules, i)))
                    .withoutLets();
            uses.add(new Use(names[i].replace("|", "").strip(), premises(rule)));
        }
        return new Outcome.Derived(uses);
    }

    /** The relations in the body of a rule: the applications that are not arithmetic. */
    private static List<String> premises(SExpression rule) {
        SExpression inner = rule;
        if (inner.head().equals("forall"))
            inner = ((SExpression.Many) inner).parts().get(2);
        if (inner.head().equals("!")) inner = ((SExpression.Many) inner).parts().get(1);
        if (!(inner instanceof SExpression.Many(var parts)) || !inner.head().equals("=>")) return List.of();
        SExpression body = parts.get(1);
        List<SExpression> conjuncts = body.head().equals("and") ? ((SExpression.Many) body).parts() : List.of(body);
        return conjuncts.stream()
                .map(part -> part instanceof SExpression.Word(var word) ? word : part.head())
                .filter(head -> !head.isEmpty() && Character.isUpperCase(head.charAt(0)))
                .toList();
    }
}
