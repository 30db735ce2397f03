package dev.moirai.cli;

/** A command: its options, its help, and what it does. An instance serves one command line. */
interface Command {
    Syntax syntax();

    /** Adds usage, purpose, options and an example to the help. */
    Help help(Help help);

    /** Executes the command after options and operands have been read; returns the exit code. */
    int execute(Output output);
}
