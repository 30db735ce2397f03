package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;

/** What a pointer can point to, as the analyses tell it apart: all objects born at one place are one. */
public sealed interface AbstractObject {
    /** An address that was made from a number. */
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

    /** All objects that instruction {@code index} of {@code function} makes. */
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
