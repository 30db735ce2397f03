package dev.moirai.cli;

import java.io.PrintStream;

/** Where a command writes: answers to {@code out}, everything about the way there to {@code err}. */
record Output(PrintStream out, PrintStream err, Terminal terminal) {}
