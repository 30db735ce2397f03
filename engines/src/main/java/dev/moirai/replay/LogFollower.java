package dev.moirai.replay;

import dev.moirai.emit.Sites;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;

/**
 * Makes the interpreter repeat a native run, step by step and choice by choice; any difference is an error. Interpreter
 * and native runtime both cut steps that are too long, each at its own places. So a thread whose step the interpreter
 * cut continues just before its next native step, and a native cut may be no step of the interpreter at all.
 */
public final class LogFollower implements Scheduler {
    private final Standing standing;
    private final NativeLog log;
    /** The values of each thread's native steps that have not been asked for yet. */
    private final Map<Integer, Queue<Long>> values = new HashMap<>();

    private int position = -1;
    private int moving;

    public LogFollower(Machine machine, Sites sites, NativeLog log) {
        this.standing = new Standing(machine, sites);
        this.log = log;
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        while (position + 1 < log.lines().size()) {
            NativeLog.Line line = log.lines().get(position + 1);
            moving = line.thread();
            if (moving >= state.threadCount()) throw divergence(line, "there is no such thread");
            boolean cutThere = isCut(line.site());
            if (!cutThere && standing.wasCut(state, moving)) return OptionalInt.of(moving);
            position++;
            queue(moving).addAll(line.choices());
            if (cutThere && !standing.isAmid(state, moving)) continue;
            if (Arrays.binarySearch(enabled, moving) < 0) throw divergence(line, "it cannot move");
            int site = standing.site(state, moving);
            if (!cutThere && site != line.site()) throw divergence(line, "it stands before " + named(site));
            return OptionalInt.of(moving);
        }
        return position >= 0 && standing.wasCut(state, moving) ? OptionalInt.of(moving) : OptionalInt.empty();
    }

    /** Whether a native step that begins at this instruction continues a step that was cut, before a jump back. */
    private boolean isCut(int site) {
        return site != Sites.START
                && switch (standing.sites().get(site).instr()) {
                    case Instr.Goto _, Instr.Branch _ -> true;
                    default -> false;
                };
    }

    private Queue<Long> queue(int thread) {
        return values.computeIfAbsent(thread, _ -> new ArrayDeque<>());
    }

    @Override
    public long choose(Choice choice) {
        Long value = queue(moving).poll();
        if (value == null) throw divergence(log.lines().get(position), "nothing is given for " + choice.subject());
        return value;
    }

    @Override
    public void stepped(State state) {
        int unused = queue(moving).size();
        if (unused > 0 && !standing.isAmid(state, moving)) {
            throw divergence(log.lines().get(position), unused + " values of the native run were not asked for");
        }
    }

    private DivergenceException divergence(NativeLog.Line line, String what) {
        return new DivergenceException("the interpreter does not follow the native run at step " + (position + 1)
                + " (thread " + line.thread() + " before " + named(line.site()) + "): " + what);
    }

    private String named(int site) {
        return site == Sites.START
                ? "its start"
                : standing.sites().get(site).instr().span().toString();
    }
}
