package dev.moirai.rely.transition;

import dev.moirai.analysis.PointsTo;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the transition system of a program that {@code analysis.Preparation} has prepared.
 *
 * <p>Claim: to every execution in which no memory error happens and, for {@link Purpose#TERMINATION}, no signed
 * arithmetic overflows and no lock is misused, there is a run of the system in which each thread makes as many steps, up
 * to the merging of invisible ones. So if a thread of the system makes finitely many steps in every run, so does the
 * program's; and if no run of the system for {@link Purpose#SAFETY} comes to a failure, no assertion fails. Runs of the
 * program are held against it ({@link RunShadow}): before a proof of safety counts, and in {@code RehearsalTest}.
 */
public final class Extraction {
    private final Program program;
    private final Conduct conduct;
    private final PointsTo pointsTo;
    private final Set<String> blurred = new HashSet<>();
    private final Set<String> summarised = new HashSet<>();

    private Extraction(Program program, Conduct conduct) {
        this.program = program;
        this.conduct = conduct;
        this.pointsTo = PointsTo.of(program);
    }

    /**
     * The system before anything is taken out of it, and what its parts are in the program. Throws an
     * {@link UnsupportedException} for programs that a transition system cannot express.
     */
    static Extracted of(Program program, Conduct conduct) {
        return new Extraction(program, conduct).run();
    }

    /**
     * A thread that may start threads of its own kind, which in turn start others. Then the program may run for ever
     * although each single thread makes finitely many steps.
     */
    public static Optional<String> startsItsOwnKind(Program program) {
        PointsTo pointsTo = PointsTo.of(program);
        List<Instance> instances =
                Instance.of(program, pointsTo, new Objects(program, pointsTo, Objects.Lives.ASSUMED));
        for (Instance instance : instances) {
            var started = new HashSet<>(instance.spawns().values());
            var pending = new ArrayDeque<>(started);
            while (!pending.isEmpty()) {
                for (int next : instances.get(pending.poll()).spawns().values()) {
                    if (started.add(next)) pending.add(next);
                }
            }
            if (started.contains(instance.number())) return Optional.of(instance.name());
        }
        return Optional.empty();
    }

    private Extracted run() {
        if (pointsTo.isWild()) {
            throw new UnsupportedException(
                    "a pointer made from a number",
                    program.function(program.entry()).span());
        }
        while (true) {
            try {
                return attempt();
            } catch (Variables.BlurredException _) {
                // Try again; the object is blurred now, or its elements are followed together.
            }
        }
    }

    private Extracted attempt() {
        boolean areLivesAsked = conduct.isAboutMemory();
        var objects = new Objects(program, pointsTo, areLivesAsked ? Objects.Lives.ASKED_ABOUT : Objects.Lives.ASSUMED);
        List<Instance> instances = Instance.of(program, pointsTo, objects, Inlining.Ends.of(areLivesAsked));
        blurred.addAll(objects.unfollowed());
        for (Instance instance : instances) {
            boolean isMain = instance.function().name().equals(program.entry());
            if (areLivesAsked && isMain && instance.number() > 0) {
                throw new UnsupportedException(
                        "a thread that runs main", instance.function().span());
            }
        }
        var variables = new Variables(conduct, blurred, summarised, objects::globalName);
        var handles = new Handles(instances);
        var places = PointerPlaces.of(program, objects, instances);
        boolean joins = instances.stream().anyMatch(Extraction::joins);
        var extractions = new ArrayList<ThreadExtraction>();
        var threads = new ArrayList<ThreadSystem>();
        for (Instance instance : instances) {
            var steps = new Steps(program, conduct, objects, variables, instances, instance, handles, places);
            boolean hasEndFlag = joins && !instance.isMany();
            var extraction = new ThreadExtraction(
                    instance,
                    steps,
                    variables,
                    span -> program.sources().line(span).strip(),
                    hasEndFlag,
                    conduct);
            threads.add(extraction.extract());
            extractions.add(extraction);
        }
        var starts = List.of(new Start(
                initial(variables, objects),
                threads.stream().map(ThreadSystem::start).toList()));
        var system = new TransitionSystem(
                program.file(),
                variables.all(),
                threads,
                starts,
                List.copyOf(variables.abstractions()),
                assumptions(variables));
        variables.splitInVain(Slicing.relevant(system)).forEach(variables::blur);
        return new Extracted(program, system, instances, extractions, variables, objects, places);
    }

    private List<String> assumptions(Variables variables) {
        var assumptions = new ArrayList<String>();
        // In a finite run there are finitely many wake-ups and failures.
        if (conduct.isAboutAllRuns()) return assumptions;
        assumptions.add("no signed overflow, no misuse of locks, no memory error (see: moirai check)");
        if (variables.hasSupplies()) assumptions.add("spurious wake-ups and failures do not go on for ever");
        return assumptions;
    }

    private static boolean joins(Instance instance) {
        for (int at = 0; at < instance.code().size(); at++) {
            if (instance.code().get(at) instanceof Instr.Join) return true;
        }
        return false;
    }

    private List<Row> initial(Variables variables, Objects objects) {
        var rows = new ArrayList<Row>();
        variables.named().values().forEach(variable -> rows.add(Row.zero(variable.now())));
        variables.held().values().forEach(variable -> rows.add(Row.zero(variable.now())));
        variables
                .cells()
                .forEach((cell, variable) -> objects.global(cell.object())
                        .flatMap(global -> initial(global, cell))
                        .ifPresent(value -> rows.add(Row.equal(variable.now(), Linear.of(value)))));
        variables
                .summaries()
                .forEach((object, summary) ->
                        objects.global(object).ifPresent(global -> rows.addAll(initial(global, summary))));
        return rows;
    }

    /** Between which numbers the elements of a global array lie at first, if all of them are known. */
    private List<Row> initial(Global global, Variables.Summary summary) {
        long bytes = program.sizes().of(summary.element());
        var least = Optional.<BigInteger>empty();
        var most = Optional.<BigInteger>empty();
        for (long i = 0; i < summary.length(); i++) {
            var held = initial(global, new Variables.Cell(global.name(), i * bytes, summary.element()));
            if (held.isEmpty()) return List.of();
            least = Optional.of(least.map(held.get()::min).orElse(held.get()));
            most = Optional.of(most.map(held.get()::max).orElse(held.get()));
        }
        var rows = new ArrayList<Row>();
        least.ifPresent(it -> rows.add(Row.equal(summary.least().now(), Linear.of(it))));
        most.ifPresent(it -> rows.add(Row.equal(summary.most().now(), Linear.of(it))));
        return rows;
    }

    /** What a cell of a global holds at first; nothing if it is not a number, or if the initialiser has other cells. */
    private Optional<BigInteger> initial(Global global, Variables.Cell cell) {
        for (Global.Initial initial : global.initial()) {
            long bytes = program.sizes().of(cell.type());
            long there = program.sizes().of(initial.value().type());
            if (initial.offset() >= cell.offset() + bytes || cell.offset() >= initial.offset() + there) continue;
            boolean same = initial.offset() == cell.offset() && there == bytes;
            if (cell.type() instanceof Type.Pointer) return isSet(initial.value());
            return same && initial.value() instanceof Expr.Constant(var _, var bits)
                    ? Optional.of(number(bits, cell.type()))
                    : Optional.empty();
        }
        return global.contents() == Instr.Contents.FREE ? Optional.empty() : Optional.of(BigInteger.ZERO);
    }

    /** Whether a place that holds one address, or null, holds it at first. */
    private static Optional<BigInteger> isSet(Expr initial) {
        boolean isNull = initial instanceof Expr.Constant(var _, var bits) && bits == 0;
        return Optional.of(isNull ? BigInteger.ZERO : BigInteger.ONE);
    }

    /** These bits as a value of the type. */
    static BigInteger number(long bits, Type type) {
        boolean unsigned = type instanceof Type.Int(var _, var signed) && !signed;
        long normal = type instanceof Type.Int integer ? Arithmetic.normalize(integer, bits) : bits;
        return unsigned ? new BigInteger(Long.toUnsignedString(normal)) : BigInteger.valueOf(normal);
    }
}
