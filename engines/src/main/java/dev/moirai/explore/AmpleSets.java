package dev.moirai.explore;

import dev.moirai.analysis.Footprint;
import dev.moirai.analysis.Futures;
import dev.moirai.interpret.State;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.List;

/**
 * Partial-order reduction: says which threads may be taken alone in a state (ample sets of one thread; Peled 1993,
 * Godefroid 1996). Thread t, able to move, may be taken alone if its next step
 *
 * <ol>
 *   <li>touches no class of memory that another living thread may write in its whole future, and writes none that another
 *       may touch ({@link Futures} of all its activations, of what it calls and of the threads it may start); what a
 *       thread does after it has joined t does not count ({@link JoinChains});
 *   <li>is no waking up (which may be spurious), and does not end the process.
 * </ol>
 *
 * <p>Why nothing is lost. Take a path γ1 … γm from the state to a violation, m as small as can be. (a) If t moves on it,
 * let γi be its first step: it is t's next step α, as nobody changed what α touches, nor t's locals, nor could anybody
 * block it for good. No γj before it conflicts with α, so α γ1 … γi-1 γi+1 … γm leads to the same end. (b) If t does not
 * move, α γ1 … γm is a path too, as α changes nothing the others touch. It ends in the same violation: a step of another
 * thread that goes wrong sees the same; two others that stand before racing accesses still do, and t's α is no party to
 * a race, or it would conflict; a deadlock cannot be the end, since α can still be done there. The exception is a thread
 * that blocks inside an atomic section: it still blocks there after α. An atomic section of another thread between the
 * γs only delays α; that α itself begins one is allowed when the whole section keeps rule 1 and can be left again, which
 * the search tries out.
 *
 * <p>In (a) the path from α's successor is shorter. In (b) it is not, and a cycle of such states would put γ1 off for
 * ever; so the search takes all threads where the lone step leads back to a state on its path (every cycle has such a
 * state), and also where the step's every outcome ends the run: an assumption that fails in t must not hide what others
 * do first. Thread numbers are given in order of creation, so steps that create, join or detach threads conflict with
 * each other. Tested by {@code ReductionTest} against the search without reduction.
 */
final class AmpleSets {
    private final Code[] code;
    private final Futures futures;
    private final Footprint step;

    /** What is needed of one function, by instruction, labels left out. */
    private static final class Code {
        final Footprint[] steps;
        final Footprint[] futures;
        final Footprint ending;
        final boolean[] neverAlone;
        final boolean[] isReturn;
        final boolean[] beginsSection;

        Code(Function function, Futures known) {
            List<Instr> body = function.body();
            int size = NextInstructions.withoutLabels(body).length;
            steps = new Footprint[size];
            futures = new Footprint[size];
            neverAlone = new boolean[size];
            isReturn = new boolean[size];
            beginsSection = new boolean[size];
            ending = known.ending(function.name());
            int at = 0;
            for (int index = 0; index < body.size(); index++) {
                Instr instr = body.get(index);
                if (instr instanceof Instr.Label) continue;
                steps[at] = known.step(function.name(), index);
                futures[at] = known.future(function.name(), index);
                neverAlone[at] = instr instanceof Instr.Awake || instr instanceof Instr.ExitProcess;
                isReturn[at] = instr instanceof Instr.Return;
                beginsSection[at] = instr instanceof Instr.AtomicBegin;
                at++;
            }
        }
    }

    /** The program must have been through {@code analysis.Preparation}. */
    AmpleSets(Program program) {
        futures = Futures.of(program);
        code = program.functions().values().stream()
                .map(function -> new Code(function, futures))
                .toArray(Code[]::new);
        step = Footprint.empty(futures.classes());
    }

    /**
     * Whether the step of {@code thread}, which is able to move, conflicts with no other thread's future. {@code chains}
     * are the {@link JoinChains} of all threads.
     */
    boolean mayGoAlone(State state, int thread, long[] chains) {
        int depth = state.depth(thread);
        step.clear();
        if (!state.isNewborn(thread)) {
            Code top = code[state.function(thread, depth - 1)];
            int at = state.position(thread, depth - 1);
            if (top.neverAlone[at]) return false;
            if (thread == 0 && depth == 1 && top.isReturn[at]) return false;
            step.add(top.steps[at]);
        }
        // The step may run on to the end of some activations, or of the thread.
        for (int level = 0; level < depth; level++) step.add(code[state.function(thread, level)].ending);
        step.add(futures.threadLocals());
        if (futures.endsAreWaitedForInSections()) step.add(futures.threads());
        for (int other = 0; other < state.threadCount(); other++) {
            if (other == thread || state.hasEnded(other)) continue;
            boolean waits = other < chains.length
                    && (chains[other] >>> thread & 1) != 0
                    && JoinChains.isIntact(state, chains[other])
                    && joinsAlone(state, other);
            if (waits ? step.conflictsWith(futures.threads()) : conflicts(state, other, step)) return false;
        }
        return true;
    }

    /** Whether the thread stands before the beginning of an atomic section. */
    boolean beginsSection(State state, int thread) {
        int depth = state.depth(thread);
        return !state.isNewborn(thread)
                && code[state.function(thread, depth - 1)].beginsSection[state.position(thread, depth - 1)];
    }

    /** Whether no other thread can join or detach threads, so that none ends this thread's joins early. */
    private boolean joinsAlone(State state, int thread) {
        for (int other = 0; other < state.threadCount(); other++) {
            if (other != thread && !state.hasEnded(other) && conflicts(state, other, futures.threads())) return false;
        }
        return true;
    }

    private boolean conflicts(State state, int other, Footprint step) {
        int depth = state.depth(other);
        for (int level = 0; level < depth; level++) {
            int at = state.position(other, level);
            // Suspended activations continue after their call.
            int from = level == depth - 1 ? at : at + 1;
            if (step.conflictsWith(code[state.function(other, level)].futures[from])) return true;
        }
        return step.conflictsWith(futures.threadEnd());
    }
}
