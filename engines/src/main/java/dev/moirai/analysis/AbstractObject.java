package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;

/** What a pointer can point to, as the analyses see it: all objects born at one place count as one. */
public sealed interface AbstractObject {
    /** An object behind an address that was made from a number. */
    record Unknown() implements AbstractObject {
        @Override
        public String toString() {
            return "unknown";
        }
    }

    record Variable(Global global) implements AbstractObject {
        @Override
        public String toString() {
            return global.name();
        }
    }

    /** All objects that instruction {@code index} of {@code function} allocates. */
    record Allocated(String function, int index, Instr.Region region, String name) implements AbstractObject {
        @Override
        public String toString() {
            return function + "." + name + "@" + index;
        }
    }

    record Code(Function function) implements AbstractObject {
        @Override
        public String toString() {
            return function.name() + "()";
        }
    }
}
