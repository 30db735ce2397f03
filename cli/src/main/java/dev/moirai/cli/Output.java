package dev.moirai.cli;

import java.io.PrintStream;

/** Where a command writes: answers to {@code out}, progress and messages to {@code err}. */
record Output(PrintStream out, PrintStream err, Terminal terminal) {}
