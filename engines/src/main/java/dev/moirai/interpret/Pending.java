package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import java.util.List;

/**
 * The visible instruction a thread stands before. {@code touches} are the ranges of memory it will touch as things are
 * now; empty also where its address is no object (executing it is then a memory error). What it does to other threads
 * ({@code Spawn}, {@code Join}, {@code Signal}, ...) is for the instruction to say.
 */
public record Pending(int thread, String function, Instr instr, List<Touch> touches) {
    public Pending {
        touches = List.copyOf(touches);
    }
}
