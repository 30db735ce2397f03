package dev.moirai.order;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.PlannedStep;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.Formula;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All interleavings of a bounded program, without a bound on context switches: the program in concurrent SSA form
 * (Wang, Kundu, Limaye, Ganai, Gupta, Symbolic predictive analysis for concurrent programs, sections 4 and 8).
 *
 * <p>Threads stop where they have to wait, where an assumption fails and where something goes wrong, and otherwise run to
 * their ends; so a violation that a prefix of an execution shows is shown by a model, in which the others merely go on.
 *
 * <p>Claim: a model of {@link #constraints}, {@link #precedence} and a violation's condition is an execution that fails
 * so; if neither a violation nor a cut is possible, no execution of the bounded program fails. Checked against explicit
 * search by {@code OrderAgainstExplicitSearchTest}.
 */
public final class Encoding {
    private final BoundedProgram program;
    private final Encoder encoder;
    private final ReadsFrom readsFrom;
    private final List<Claim> violations = new ArrayList<>();
    private final List<Formula.Cut> cuts = new ArrayList<>();

    /**
     * What goes wrong when.
     *
     * @param thread whose doing it is, once it has made its last step; nobody's if it shows when nobody moves any more
     * @param standing the places that threads stand at in a data race
     */
    public record Claim(
            int condition,
            Property property,
            String message,
            SourceSpan span,
            Optional<Integer> thread,
            List<BoundedPlace> standing) {
        public Claim {
            standing = List.copyOf(standing);
        }

        Claim(int condition, Property property, String message, SourceSpan span, Optional<Integer> thread) {
            this(condition, property, message, span, thread, List.of());
        }
    }

    private Encoding(BoundedProgram program, Encoder encoder, List<List<Integer>> alike) {
        this.program = program;
        this.encoder = encoder;
        this.readsFrom = new ReadsFrom(encoder, alike);
        for (ThreadEncoding thread : encoder.threads()) {
            for (Formula.Failure failure : thread.formula().violations()) {
                violations.add(new Claim(
                        failure.condition(),
                        failure.property(),
                        failure.message(),
                        failure.span(),
                        Optional.of(thread.thread().number())));
            }
            cuts.addAll(thread.formula().cuts());
        }
        if (encoder.watched().contains(Property.DATA_RACE))
            violations.addAll(encoder.races().claims());
        if (encoder.watched().contains(Property.DEADLOCK)) {
            int deadlock = encoder.deadlock();
            if (deadlock != TermPool.FALSE)
                violations.add(
                        new Claim(deadlock, Property.DEADLOCK, "deadlock", SourceSpan.NOWHERE, Optional.empty()));
        }
    }

    /** Synchronisation must have been lowered. */
    public static Encoding of(BoundedProgram program, Set<Property> watched, TermPool pool) {
        return of(program, watched, Set.of(), pool);
    }

    /** @param stays where threads may be told to stay, by {@link #stays} */
    public static Encoding of(BoundedProgram program, Set<Property> watched, Set<BoundedPlace> stays, TermPool pool) {
        return of(program, watched, stays, List.of(), pool);
    }

    /** @param alike groups of threads of which only the order of creation tells who is who: {@link dev.moirai.bound.AlikeThreads} */
    public static Encoding of(BoundedProgram program, Set<Property> watched, List<List<Integer>> alike, TermPool pool) {
        return of(program, watched, Set.of(), alike, pool);
    }

    private static Encoding of(
            BoundedProgram program,
            Set<Property> watched,
            Set<BoundedPlace> stays,
            List<List<Integer>> alike,
            TermPool pool) {
        var encoder = new Encoder(program, watched, stays, pool);
        encoder.run();
        return new Encoding(program, encoder, alike);
    }

    public TermPool pool() {
        return encoder.pool();
    }

    public BoundedProgram program() {
        return program;
    }

    /** What every execution obeys, besides {@link #precedence}. */
    public List<Integer> constraints() {
        return readsFrom.constraints();
    }

    /** The order of events, by their numbers. */
    public Precedence precedence() {
        return readsFrom.precedence();
    }

    public List<Claim> violations() {
        return violations;
    }

    public List<Formula.Cut> cuts() {
        return cuts;
    }

    /** Something goes wrong. */
    public int violation() {
        int any = TermPool.FALSE;
        for (Claim claim : violations) any = pool().or(any, claim.condition());
        return any;
    }

    public List<Event> events() {
        return encoder.events();
    }

    /** The steps of a model up to where the claim fails. */
    public List<PlannedStep> steps(Evaluator model, Claim claim) {
        return new ModelSteps(this, model, claim).planned();
    }

    // ---- for queries -------------------------------------------------------------------------------------------

    /** The event of an instruction; none where nothing shared is touched or control never comes. */
    public Optional<Event> event(int thread, int index) {
        return thread(thread).map(encoding -> encoding.events().get(index)).filter(Event::matters);
    }

    /** When the thread comes to the instruction. */
    public int reached(int thread, int index) {
        return thread(thread).map(encoding -> encoding.reached()[index]).orElse(TermPool.FALSE);
    }

    /** That the thread comes to the place and goes no further, where {@link #of} was told that it may. */
    public int stays(BoundedPlace place) {
        int stays = pool().boolVar(Encoder.stays(place));
        return pool().and(reached(place.thread(), place.index()), stays);
    }

    /** That one event is before another, if both happen. May add to {@link #precedence}: ask before solving. */
    public int before(Event first, Event second) {
        return readsFrom.before(first, second);
    }

    /** The pairs of events whose order is open, in the order of their numbers. */
    List<Cube.Decision> decisions() {
        return readsFrom.open();
    }

    /** What every interleaving of the cube obeys. The cube is one of this encoding, or of an equal program's. */
    public List<Integer> constraints(Cube cube) {
        return cube.decisions().stream().map(readsFrom::holds).toList();
    }

    boolean isPlaced(Event event) {
        return event.number() < events().size() && events().get(event.number()) == event;
    }

    Optional<ThreadEncoding> thread(int number) {
        return encoder.threads().stream()
                .filter(encoding -> encoding.thread().number() == number)
                .findFirst();
    }

    List<ThreadEncoding> threads() {
        return encoder.threads();
    }
}
