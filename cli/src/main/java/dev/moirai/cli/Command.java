package dev.moirai.cli;

/** A command: what may follow its name, what its help says, what it does. An instance serves one command line. */
interface Command {
    Syntax syntax();

    /** How it is written, its purpose, its options, an example. */
    Help help(Help help);

    /** Does it, options and operands having been read; returns the exit code. */
    int execute(Output output);
}
