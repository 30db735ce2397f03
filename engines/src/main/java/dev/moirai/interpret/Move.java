package dev.moirai.interpret;

import java.util.List;

/** A step in its shortest form: the thread that moved, and the choices made. A list of moves determines an execution. */
public record Move(int thread, List<Long> choices) {
    public Move {
        choices = List.copyOf(choices);
    }
}
