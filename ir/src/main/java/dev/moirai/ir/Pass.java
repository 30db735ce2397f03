package dev.moirai.ir;

import java.util.function.UnaryOperator;

/** A named step from program to program; the name is what {@code --dump} takes. */
public interface Pass {
    String name();

    Program apply(Program program);

    static Pass of(String name, UnaryOperator<Program> rewrite) {
        return new Pass() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Program apply(Program program) {
                return rewrite.apply(program);
            }
        };
    }
}
