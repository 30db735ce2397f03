package dev.moirai.rely.transition;

/** A truth value that a path has computed, as a condition on the variables at the beginning of the step. */
sealed interface Cond {
    Cond TRUE = new Known(true);
    Cond FALSE = new Known(false);
    /** A truth value about which nothing is known. */
    Cond ANY = new Any();

    record Known(boolean value) implements Cond {}

    record Any() implements Cond {}

    /** {@code expression >= 0} */
    record AtLeastZero(Linear expression) implements Cond {}

    /** {@code expression == 0} */
    record Zero(Linear expression) implements Cond {}

    record Not(Cond of) implements Cond {}

    record And(Cond left, Cond right) implements Cond {}

    record Or(Cond left, Cond right) implements Cond {}

    static Cond less(Linear left, Linear right) {
        return atLeastZero(right.minus(left).plus(-1));
    }

    static Cond atLeastZero(Linear expression) {
        return expression.isConstant() ? new Known(expression.constant().signum() >= 0) : new AtLeastZero(expression);
    }

    static Cond zero(Linear expression) {
        return expression.isConstant() ? new Known(expression.constant().signum() == 0) : new Zero(expression);
    }
}
