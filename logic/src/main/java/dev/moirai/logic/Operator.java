package dev.moirai.logic;

/**
 * The operators of nodes. Their meaning is SMT-LIB's, division by zero and shifts beyond the width included. An
 * operator that others can express has no constant here: a disjunction is a negated conjunction, {@code a <= b} is
 * {@code !(b < a)}, a shift by a constant is a concatenation.
 */
public enum Operator {
    TRUE(0, "true"),
    BOOL_VARIABLE(0, ""),
    AND(2, "and"),
    XOR(2, "xor"),
    /** True if at least two of three operands are; the carry of an adder. SMT-LIB has no name for it. */
    MAJORITY(3, ""),
    /** A choice between two terms of one sort, booleans too. */
    ITE(3, "ite"),
    /** Equality of two terms of one sort; of booleans it is a negated {@link #XOR}. */
    EQUAL(2, "="),
    ULT(2, "bvult"),
    SLT(2, "bvslt"),

    BV_CONSTANT(0, ""),
    BV_VARIABLE(0, ""),
    BV_NOT(1, "bvnot"),
    BV_AND(2, "bvand"),
    BV_OR(2, "bvor"),
    BV_XOR(2, "bvxor"),
    BV_ADD(2, "bvadd"),
    BV_SUB(2, "bvsub"),
    BV_MUL(2, "bvmul"),
    BV_UDIV(2, "bvudiv"),
    BV_UREM(2, "bvurem"),
    BV_SDIV(2, "bvsdiv"),
    BV_SREM(2, "bvsrem"),
    BV_SHL(2, "bvshl"),
    BV_LSHR(2, "bvlshr"),
    BV_ASHR(2, "bvashr"),
    CONCAT(2, "concat"),
    /** Bits {@code low .. low+width-1} of the operand. */
    EXTRACT(1, "extract"),
    ZERO_EXTEND(1, "zero_extend"),
    SIGN_EXTEND(1, "sign_extend"),

    /** A variable that is no boolean and no bit-vector. */
    MATH_VARIABLE(0, ""),
    /** An integer or a real. */
    NUMBER(0, ""),
    /** Arithmetic on two integers or two reals. */
    NUM_ADD(2, "+"),
    NUM_SUB(2, "-"),
    NUM_MUL(2, "*"),
    NUM_LESS(2, "<"),
    /** Euclid's quotient and remainder; the divisor is not zero where the value matters. */
    INT_DIV(2, "div"),
    INT_MOD(2, "mod"),
    REAL_DIV(2, "/"),
    TO_REAL(1, "to_real"),
    TO_INT(1, "to_int"),
    BV_TO_INT(1, "ubv_to_int"),
    INT_TO_BV(1, "int_to_bv"),
    SELECT(2, "select"),
    STORE(3, "store"),
    /** An array with one value everywhere. */
    EVERYWHERE(1, "const"),
    /** Parts of a variant's value in a row: the first, and those behind it; the last is followed by true. No value by itself. */
    PARTS(2, ""),
    /** A variant's value: its parts; the number of its case is no operand. */
    MAKE(1, ""),
    /** Whether a variant's value was made by a case, whose number is no operand. */
    IS_CASE(1, ""),
    /** A part of a variant's value, which must have been made by that case where the value matters. */
    PART(1, ""),
    /** Whether the second operand holds for all values of the first, a variable. */
    FORALL(2, "forall");

    private static final Operator[] ALL = values();

    private final int arity;
    private final String smtName;

    Operator(int arity, String smtName) {
        this.arity = arity;
        this.smtName = smtName;
    }

    static Operator of(int ordinal) {
        return ALL[ordinal];
    }

    public int arity() {
        return arity;
    }

    String smtName() {
        return smtName;
    }

    public boolean isVariable() {
        return this == BOOL_VARIABLE || this == BV_VARIABLE || this == MATH_VARIABLE;
    }
}
