package dev.moirai.interpret;

/** An expression ready to be evaluated in a thread's innermost activation. */
abstract class Node {
    abstract long eval(Execution x);
}
