package dev.moirai.verify.terminates;

import dev.moirai.ir.Program;
import dev.moirai.property.Schedulers;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;

/** Does this thread of the program make only finitely many steps, under these schedulers? */
record TerminationQuestion(Program program, TransitionSystem system, ThreadSystem thread, Schedulers schedulers) {}
