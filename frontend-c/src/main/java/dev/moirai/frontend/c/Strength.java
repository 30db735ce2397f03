package dev.moirai.frontend.c;

/** Which of several definitions of a name counts: the strongest. Two of the strongest kind are an error. */
enum Strength {
    /** GNU's {@code extern inline}: for inlining only. */
    HINT,
    /** An inline definition, which serves its own file unless there is a real one. */
    INLINE,
    WEAK,
    /** A variable without a value, which others may define too. */
    TENTATIVE,
    STRONG,
    /** The user's stand-in for whatever else has this name, be it the program's or the library's. */
    STUB
}
