package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Ghost;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.SequentialProgram.Context;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the rounds of stem and lasso, and between them what has to be observed. */
final class LassoUnrolling extends Unrolling {
    private final LassoOptions options;
    private final BitSet observing = new BitSet();
    private boolean observes;

    private final SameMemory memory;
    private final SamePlaces places;
    private final IdleThreads idle;
    private final Optional<ResponseWatch> response;
    /** Where each thread stands when the lasso begins. */
    private final Map<Integer, Expr> atStart = new HashMap<>();
    /** For each time-out, whether it was asked for in the lasso, and whether it fired. */
    private final Map<SourceSpan, Timeout> timeouts = new LinkedHashMap<>();

    private boolean inLasso;
    /** For runs that must end: a flag that is set once the process has ended. */
    private Optional<Local> over = Optional.empty();

    private record Timeout(Local asked, Local fired) {}

    LassoUnrolling(SequentialProgram sequential, LassoOptions options) {
        super(sequential);
        this.options = options;
        this.memory = new SameMemory(this);
        this.places = new SamePlaces(this, memory);
        this.idle = new IdleThreads(this, options.fairness());
        this.response = options.undone()
                .filter(LassoOptions.Undone.Response.class::isInstance)
                .map(undone -> new ResponseWatch(this, (LassoOptions.Undone.Response) undone));
    }

    EndlessProgram endless() {
        observed(() -> {
            memory.begin();
            timeouts();
            response.ifPresent(ResponseWatch::begin);
        });
        Unrolled whole = unroll();
        List<Instr> kept = new ArrayList<>();
        List<Optional<Unrolled.Place>> keptPlaces = new ArrayList<>();
        List<Integer> wholeIndex = new ArrayList<>();
        for (int i = 0; i < whole.body().size(); i++) {
            if (observing.get(i)) continue;
            kept.add(whole.body().get(i));
            keptPlaces.add(whole.places().get(i));
            wholeIndex.add(i);
        }
        Program program = whole.program();
        Function bareBody = whole.function().withBody(kept);
        Program bare = program.mapFunctions(f -> f.name().equals(program.entry()) ? bareBody : f);
        return new EndlessProgram(
                whole, new Unrolled(whole.sequential(), bare, kept.size(), keptPlaces), wholeIndex, options.stem());
    }

    // ---- rounds ------------------------------------------------------------------------------------------------

    @Override
    List<Context> contexts() {
        var contexts = new ArrayList<Context>();
        for (int round = 1; round <= options.rounds(); round++) {
            for (Simulation simulation : sequential.simulations()) {
                if (round >= sequential.firstRound(simulation)) contexts.add(new Context(simulation, round));
            }
        }
        return contexts;
    }

    @Override
    void begin(Context context) {
        if (options.ends()) observed(this::seeWhetherItIsOver);
        if (inLasso || context.round() <= options.stem()) return;
        inLasso = true;
        observed(() -> {
            for (Simulation simulation : sequential.simulations()) atStart.put(number(simulation), pc(simulation));
            memory.remember();
            places.remember();
            idle.begin();
            response.ifPresent(ResponseWatch::demandOwed);
        });
    }

    @Override
    void guessed(Context context, Expr from, Expr to) {
        over.ifPresent(flag -> observed(() -> assume(or(Expr.not(flag), compare(CompareOp.EQUAL, from, to)))));
        if (!inLasso) return;
        // An idle thread stays where it is.
        observed(() -> assume(or(Expr.not(idle.isIdle(context.simulation())), compare(CompareOp.EQUAL, from, to))));
    }

    /** Where the thread stood when the lasso began. */
    Expr atStart(Simulation simulation) {
        Expr at = atStart.get(number(simulation));
        if (at == null) throw new IllegalStateException("the lasso has not begun");
        return at;
    }

    @Override
    List<Instr> code(Context context, int index, Instr instr) {
        BoundedThread thread = context.simulation().thread();
        if (inLasso && instr instanceof Instr.Block(var condition, var _, var span)) {
            // No spurious wake-up here: the thread goes on when its wait has been ended.
            return List.of(new Instr.Assume(value(thread, condition), span));
        }
        return super.code(context, index, instr);
    }

    @Override
    void after(Context context, int index) {
        Instr instr = context.simulation().thread().body().get(index);
        observed(() -> {
            memory.after(context, index);
            response.ifPresent(watch -> watch.after(context, index));
            if (inLasso) idle.after(context, index);
            if (inLasso && instr instanceof Instr.Nondet choice) chosen(context, choice);
        });
    }

    // ---- time-outs ---------------------------------------------------------------------------------------------

    private void timeouts() {
        for (Simulation simulation : sequential.simulations()) {
            for (Instr instr : simulation.thread().body()) {
                if (!(instr instanceof Instr.Nondet(var _, Source.Timer _, var span))) continue;
                if (timeouts.containsKey(span)) continue;
                int number = timeouts.size();
                timeouts.put(span, new Timeout(flag("asked/" + number), flag("fired/" + number)));
            }
        }
    }

    private void chosen(Context context, Instr.Nondet choice) {
        Local value = rename(context.simulation().thread(), choice.into());
        // Nobody may count on spurious wake-ups or failures for ever.
        if (choice.source() instanceof Source.EndOfWait || choice.source() instanceof Source.SpuriousFailure)
            assume(Expr.not(value));
        Timeout timeout = timeouts.get(choice.span());
        if (timeout == null || !(choice.source() instanceof Source.Timer)) return;
        add(new Instr.Assign(timeout.asked(), Expr.TRUE, choice.span()));
        add(new Instr.Assign(timeout.fired(), or(timeout.fired(), value), choice.span()));
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    @Override
    void epilogue() {
        if (options.ends()) {
            observed(this::demandEnd);
            return;
        }
        observed(() -> {
            Expr somebody = Expr.FALSE;
            for (Simulation simulation : sequential.simulations()) {
                somebody = or(somebody, Expr.not(idle.isIdle(simulation)));
            }
            assume(somebody);
            idle.end();
            if (options.fairness() != Fairness.NONE) {
                timeouts.values().forEach(timeout -> assume(or(Expr.not(timeout.asked()), timeout.fired())));
            }
            memory.match();
            for (Simulation simulation : sequential.simulations()) {
                assume(or(idle.isIdle(simulation), places.areSame(simulation)));
                Expr keepsNodes = places.keepsItsNodes(simulation);
                if (!keepsNodes.equals(Expr.TRUE)) assume(or(Expr.not(idle.isIdle(simulation)), keepsNodes));
            }
            memory.demandSame();
            options.undone().ifPresent(this::demandUndone);
            add(new Instr.Assert(Expr.FALSE, Property.LIVELOCK, "a fair run goes on for ever", NOWHERE));
        });
    }

    /** The process ends where a thread comes to the end of its text and not to its own end. */
    private void seeWhetherItIsOver() {
        Local flag = over.orElseGet(() -> flag("over"));
        over = Optional.of(flag);
        for (Simulation simulation : sequential.simulations()) {
            Expr atEnd = compare(CompareOp.EQUAL, pc(simulation), point(simulation, simulation.size()));
            Expr done = isSet(load("over/done", Ghost.DONE, number(simulation)));
            add(new Instr.Assign(flag, or(flag, and(atEnd, Expr.not(done))), NOWHERE));
        }
    }

    private void demandEnd() {
        seeWhetherItIsOver();
        response.ifPresent(ResponseWatch::demandOwed);
        for (Simulation simulation : sequential.simulations()) atStart.put(number(simulation), pc(simulation));
        over.ifPresent(flag -> when(Expr.not(flag), "stuck", idle::demandStuck));
        add(new Instr.Assert(Expr.FALSE, Property.LIVELOCK, "a run ends with a response owed", NOWHERE));
    }

    private void demandUndone(LassoOptions.Undone undone) {
        if (!(undone instanceof LassoOptions.Undone.Thread(var name))) return;
        Optional<BoundedThread> thread = sequential.bounded().threads().stream()
                .filter(t -> t.name().equals(name))
                .findFirst();
        if (thread.isEmpty()) {
            assume(Expr.FALSE);
            return;
        }
        int number = thread.get().number();
        assume(isSet(load("undone/active", Ghost.ACTIVE, number)));
        assume(Expr.not(isSet(load("undone/done", Ghost.DONE, number))));
    }

    // ---- for those who observe ---------------------------------------------------------------------------------

    /** Instructions that the observer adds only look at the run; they belong to no thread. */
    private void observed(Runnable writing) {
        boolean before = observes;
        observes = true;
        writing.run();
        observes = before;
    }

    @Override
    void add(Instr instr, Optional<Unrolled.Place> place) {
        if (observes) observing.set(body.size());
        super.add(instr, place);
    }

    void assume(Expr condition) {
        if (condition.equals(Expr.TRUE)) return;
        add(new Instr.Assume(condition, NOWHERE));
    }

    /** A truth value of ours, false at first. */
    Local flag(String name) {
        Local flag = local(new Local("%lasso/" + name, Type.BOOL));
        add(new Instr.Assign(flag, Expr.FALSE, NOWHERE));
        return flag;
    }

    /** A local of ours that is set before it is read. */
    Local fresh(String name, Type type) {
        return local(new Local("%lasso/" + name, type));
    }

    Local load(String name, Ghost ghost, int thread) {
        Local into = fresh(name, ghost.type());
        add(new Instr.Load(into, ghost.address(thread), Access.PRIVATE, NOWHERE));
        return into;
    }

    Local choice(String name) {
        Local choice = fresh(name, Type.BOOL);
        add(new Instr.Nondet(choice, "lasso " + name, NOWHERE));
        return choice;
    }

    static Expr and(Expr left, Expr right) {
        if (left.equals(Expr.TRUE)) return right;
        if (right.equals(Expr.TRUE)) return left;
        return new Expr.Binary(Expr.BinaryOp.AND, left, right);
    }

    /** Goes on where the condition holds, and past {@code otherwise} where it does not; labels end in {@code name}. */
    void when(Expr condition, String name, Runnable then) {
        if (condition.equals(Expr.FALSE)) return;
        String yes = "lasso/" + name + "/yes";
        String no = "lasso/" + name + "/no";
        add(new Instr.Branch(condition, yes, no, NOWHERE));
        add(new Instr.Label(yes, NOWHERE));
        then.run();
        add(new Instr.Label(no, NOWHERE));
    }
}
