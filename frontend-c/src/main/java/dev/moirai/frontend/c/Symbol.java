package dev.moirai.frontend.c;

import dev.moirai.ir.Local;

/** What an identifier of the ordinary name space means. */
sealed interface Symbol {
    record Typedef(CType type) implements Symbol {}

    record Enumerator(CType type, long value) implements Symbol {}

    /** A variable whose address is never taken. */
    record Register(Local local, CType type) implements Symbol {}

    /** A variable in memory on the stack; {@code pointer} holds its address. */
    record StackObject(Local pointer, CType type) implements Symbol {}

    /**
     * A variable with static storage; the {@link Linker} knows its definition.
     *
     * @param type as it is declared here: other files may declare it signed where this one does not
     */
    record Static(Definition.Variable definition, CType type) implements Symbol {}

    record Code(Definition.Procedure definition) implements Symbol {}
}
