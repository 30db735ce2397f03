package dev.moirai.source;

import java.util.Set;

/** The words of Boogie that cannot be names, for who reads it and for who writes it. */
public final class BoogieWords {
    /** Words everywhere. */
    public static final Set<String> KEYWORDS = Set.of(
            "assert",
            "assume",
            "axiom",
            "bool",
            "break",
            "call",
            "complete",
            "const",
            "datatype",
            "div",
            "else",
            "ensures",
            "exists",
            "extends",
            "false",
            "finite",
            "forall",
            "free",
            "function",
            "goto",
            "havoc",
            "if",
            "implementation",
            "int",
            "invariant",
            "lambda",
            "mod",
            "modifies",
            "old",
            "procedure",
            "real",
            "requires",
            "return",
            "returns",
            "then",
            "true",
            "type",
            "unique",
            "var",
            "where",
            "while");

    /** Words where a statement or an operator may stand, and names elsewhere: some verifiers take them as words everywhere. */
    public static final Set<String> WORDS_IN_PLACES = Set.of("async", "atomic", "is", "join", "yield");

    private BoogieWords() {}
}
