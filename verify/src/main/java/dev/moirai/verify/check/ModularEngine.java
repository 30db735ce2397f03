package dev.moirai.verify.check;

import dev.moirai.bound.StartLoops;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.rely.horn.DeadlockProver;
import dev.moirai.rely.horn.SafetyProver;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.SafetyExplanation;
import dev.moirai.rely.proof.SafetyProof;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.SystemRehearsal;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.AskedAssertions;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.RunShadow;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.ProvedSafe;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Proofs without bounds of all that {@code check} looks for by default, and that no two threads race: what each thread may rely on about the others is found by solving Horn
 * clauses. It never finds a violation. A proof counts once cvc5, which took no part in finding it, has confirmed every
 * premise, and once runs of the program have been held against the transition system that the premises are about.
 */
final class ModularEngine implements Engine<CheckQuestion, Shown> {
    private static final int RUNS = 30;
    private static final Duration REHEARSAL = Duration.ofSeconds(1);
    /** What can be proved, in the order of {@code --property}. */
    static final Set<Property> PROPERTIES = EnumSet.of(
            Property.ASSERTION,
            Property.DEADLOCK,
            Property.LOCK_MISUSE,
            Property.MEMORY,
            Property.DIVISION,
            Property.DATA_RACE);

    private static final EngineId ID = new EngineId("modular", EngineId.Way.FORMULAS);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(CheckQuestion question) {
        List<String> others = question.properties().stream()
                .filter(it -> !PROPERTIES.contains(it))
                .map(Property::word)
                .sorted()
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.undecided("modular proofs are about "
                        + String.join(
                                ", ", PROPERTIES.stream().map(Property::word).toList())
                        + ", not about " + String.join(", ", others) + ": see --property"));
    }

    /**
     * Each part of the question has a proof of its own; what is not proved first settles the answer. Each proof is about what a run
     * violates first, so none needs to look beyond what another one rules out. What is refused by name is refused before
     * anything is proved.
     */
    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var tasks = new ArrayList<Task>();
        try {
            for (Aim aim : Aim.values()) {
                Set<Property> asked = aim.of(question.properties());
                if (!asked.isEmpty()) tasks.add(Task.of(aim, asked, question));
            }
        } catch (UnsupportedException e) {
            return new Finding<>(ID, new Verdict.Unsupported(e.construct(), e.span()), Map.of());
        }
        var parts = new ArrayList<Evidence.Safe>();
        for (Task task : tasks) {
            Finding<Shown> finding = prove(task, budget);
            if (!(finding.verdict() instanceof Verdict.Holds)) return finding;
            finding.evidence().ifPresent(shown -> {
                if (shown instanceof ProvedSafe(var proof)) parts.add(proof);
            });
        }
        Evidence.Safe proof = parts.size() == 1 ? parts.getFirst() : together(parts);
        return new Finding<Shown>(ID, new Verdict.Holds(), Map.of("premises", (long) proof.premises()))
                .with(Optional.of(new ProvedSafe(proof)));
    }

    /** One proof that is wanted, and the program as a transition system. */
    private record Task(
            Aim aim, Set<Property> asked, Program program, RunShadow.Original original, boolean isMisuseAsked) {
        /** Throws an {@link UnsupportedException}. */
        static Task of(Aim aim, Set<Property> asked, CheckQuestion question) {
            Program plain = question.program();
            // Who joins threads one by one must know each of them.
            if (aim == Aim.MISUSE) return of(aim, asked, question, StartLoops.writtenOut(plain));
            try {
                return of(aim, asked, question, plain);
            } catch (UnsupportedException e) {
                Program writtenOut = aim == Aim.MEMORY ? StartLoops.writtenOut(plain) : plain;
                if (writtenOut == plain) throw e;
                return of(aim, asked, question, writtenOut);
            }
        }

        private static Task of(Aim aim, Set<Property> asked, CheckQuestion question, Program given) {
            Program program = AskedAssertions.of(given, asked);
            boolean isMisuseAsked = question.properties().contains(Property.LOCK_MISUSE);
            RunShadow.Original original = isMisuseAsked
                    ? RunShadow.Original.withoutMisuse(program, aim.purpose)
                    : RunShadow.Original.of(program, aim.purpose);
            return new Task(aim, asked, program, original, isMisuseAsked);
        }
    }

    /** What a proof is about, and the system it needs for that. */
    private enum Aim {
        MISUSE(Set.of(Property.LOCK_MISUSE), Purpose.MISUSE),
        MEMORY(Set.of(Property.MEMORY), Purpose.MEMORY),
        FAILURES(SafetyClauses.PROPERTIES, Purpose.SAFETY),
        DEADLOCKS(Set.of(Property.DEADLOCK), Purpose.WAITING) {
            @Override
            SafetyProver.Result prove(TransitionSystem system, Set<Property> asked, Limit limit) {
                return new DeadlockProver(system).prove(limit);
            }
        };

        private final Set<Property> properties;
        private final Purpose purpose;

        Aim(Set<Property> properties, Purpose purpose) {
            this.properties = properties;
            this.purpose = purpose;
        }

        Set<Property> of(Set<Property> asked) {
            Set<Property> mine = new LinkedHashSet<>(asked);
            mine.retainAll(properties);
            return mine;
        }

        SafetyProver.Result prove(TransitionSystem system, Set<Property> asked, Limit limit) {
            return new SafetyProver(system, asked).prove(limit);
        }
    }

    private static Finding<Shown> prove(Task task, Budget budget) {
        TransitionSystem system = Systems.of(task.original(), budget.limit());
        return switch (task.aim().prove(system, task.asked(), budget.limit())) {
            case SafetyProver.Result.Open(var reason) -> Finding.unknown(ID, reason);
            case SafetyProver.Result.Proved(var proof) -> {
                rehearse(task, budget);
                yield confirmed(proof, budget);
            }
        };
    }

    /** No run may do what the system cannot: then the system is wrong, and so may be what is proved of it. */
    private static void rehearse(Task task, Budget budget) {
        Set<Property> watched = EnumSet.copyOf(task.asked());
        // By now these are assertions, and so is what the program says of its memory.
        if (watched.remove(Property.DIVISION) || watched.contains(Property.MEMORY)) watched.add(Property.ASSERTION);
        if (task.isMisuseAsked()) watched.add(Property.LOCK_MISUSE);
        var machine = new Machine(task.program(), MachineOptions.DEFAULT.watching(watched));
        try (var rehearsal =
                new SystemRehearsal(task.original(), machine, budget.limit().within(REHEARSAL))) {
            rehearsal.withoutViolations();
            if (task.asked().contains(Property.DEADLOCK)) rehearsal.withoutDeadlocks();
            rehearsal.runs(RUNS).ifPresent(step -> {
                throw new IllegalStateException("the transition system lacks a step of the program: " + step);
            });
        }
    }

    private static Finding<Shown> confirmed(SafetyProof proof, Budget budget) {
        Certificate certificate = Certificate.of(proof);
        return switch (certificate.check(budget.limit())) {
            case Certificate.Check.Valid(var premises) -> {
                var shown = new ProvedSafe(evidence(proof, certificate, premises));
                yield new Finding<Shown>(ID, new Verdict.Holds(), Map.of()).with(Optional.of(shown));
            }
            case Certificate.Check.Undecided(var premise) ->
                Finding.unknown(
                        ID,
                        budget.limit().isReached()
                                ? budget.reason()
                                : Reason.undecided("cvc5 cannot confirm the premise: " + premise));
            case Certificate.Check.Invalid(var premise, var answer) ->
                throw new IllegalStateException("cvc5 says " + answer + " to the premise: " + premise);
            case Certificate.Check.Malformed(var why, var _) ->
                throw new IllegalStateException("cvc5 does not understand the certificate: " + why);
        };
    }

    private static Evidence.Safe together(List<Evidence.Safe> parts) {
        return new Evidence.Safe(
                String.join("; ", parts.stream().map(Evidence.Safe::claim).toList()),
                String.join(
                        "; ",
                        parts.stream().map(Evidence.Safe::exposure).distinct().toList()),
                parts.stream().allMatch(Evidence.Safe::isModular),
                parts.stream().mapToInt(Evidence.Safe::premises).sum(),
                parts.stream()
                        .flatMap(it -> it.invariants().stream())
                        .distinct()
                        .toList(),
                parts.stream().flatMap(it -> it.reliances().stream()).distinct().toList(),
                parts.stream()
                        .flatMap(it -> it.abstractions().stream())
                        .distinct()
                        .toList(),
                Certificate.ofAll(parts.stream()
                                .map(it -> new Certificate(it.certificate()))
                                .toList())
                        .text());
    }

    private static Evidence.Safe evidence(SafetyProof proof, Certificate certificate, int premises) {
        var explanation = SafetyExplanation.of(proof);
        List<Evidence.Invariant> invariants = explanation.invariants().stream()
                .map(it -> new Evidence.Invariant(it.thread(), it.span(), it.text()))
                .toList();
        List<ThreadProof.Reliance> reliances = explanation.reliances().stream()
                .map(it -> new ThreadProof.Reliance(it.thread(), it.span(), it.text()))
                .toList();
        return new Evidence.Safe(
                proof.claim(),
                proof.exposure().words(),
                proof.exposure().isModular(),
                premises,
                invariants,
                reliances,
                proof.system().abstractions().stream().map(Object::toString).toList(),
                certificate.text());
    }
}
