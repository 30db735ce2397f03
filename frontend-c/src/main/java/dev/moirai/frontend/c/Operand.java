package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;

/** What an expression denotes before C's conversions: a value, or a place that holds one. */
sealed interface Operand {
    CType type();

    /** A computed scalar; of type void, nothing. */
    record Value(CType type, Expr expr) implements Operand {}

    /** An object in memory. Structs are always handled this way, even those that a function returned. */
    record Memory(CType type, Expr address) implements Operand {}

    record Register(CType type, Local local) implements Operand {}

    /** {@code unit} is the address of the integer that holds the bit-field. */
    record BitField(CType type, Expr unit, RecordType.Bits bits) implements Operand {}

    /** A function, before it becomes a pointer to itself. */
    record Designator(CType.Function type, Expr pointer) implements Operand {}
}
