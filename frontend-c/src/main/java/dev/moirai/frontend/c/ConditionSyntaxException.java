package dev.moirai.frontend.c;

/** The condition of an {@code #if} cannot be evaluated. */
final class ConditionSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    ConditionSyntaxException(String message) {
        super(message, null, false, false);
    }
}
