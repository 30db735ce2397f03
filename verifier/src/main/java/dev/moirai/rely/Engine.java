package dev.moirai.rely;

import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;

/** A way to prove that a thread of a system makes only finitely many steps. */
public interface Engine {
    String name();

    Finding prove(TransitionSystem system, int thread, Limit limit);
}
