package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import java.util.List;

/**
 * The visible instruction that a thread executes next. {@code touches} are the ranges of memory that it touches if it
 * is executed now; they are empty also if its address lies in no object (executing it is then a memory error). What the
 * instruction does to other threads ({@code Spawn}, {@code Join}, {@code Signal}, ...) is not among them.
 */
public record Pending(int thread, String function, Instr instr, List<Touch> touches) {
    public Pending {
        touches = List.copyOf(touches);
    }
}
