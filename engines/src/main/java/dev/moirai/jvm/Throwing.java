package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.*;

import dev.moirai.property.Property;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Code that leads straight to a throw, without another choice and without a write that others could see: {@code assert}, {@code if
 * (..) throw}. A branch around it is an assertion.
 *
 * @param exception the simple name of what is thrown
 */
record Throwing(String exception, Property property) {
    /** The most instructions that are followed. */
    private static final int PATIENCE = 60;

    static Optional<Throwing> from(AbstractInsnNode start) {
        AbstractInsnNode at = start;
        String made = "";
        for (int i = 0; i < PATIENCE && at != null; i++, at = at.getNext()) {
            int op = at.getOpcode();
            if (op == NEW && made.isEmpty()) made = ((TypeInsnNode) at).desc;
            if (op == ATHROW) return made.isEmpty() ? Optional.empty() : Optional.of(of(made));
            if (isAnotherWay(op)) return Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean isAnotherWay(int op) {
        return op >= IFEQ && op <= RETURN && op != GETSTATIC
                || op == IFNULL
                || op == IFNONNULL
                || op == PUTSTATIC
                || op == PUTFIELD
                || op == MONITORENTER
                || op == MONITOREXIT
                || op >= IASTORE && op <= SASTORE;
    }

    private static Throwing of(String internal) {
        String simple = internal.substring(internal.lastIndexOf('/') + 1);
        boolean isAssertion = simple.endsWith("AssertionError") || simple.endsWith("AssertionFailedError");
        return new Throwing(simple, isAssertion ? Property.ASSERTION : Property.EXCEPTION);
    }
}
