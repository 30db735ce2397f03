package dev.moirai.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.trace.TraceEvent;
import java.util.Optional;
import java.util.OptionalLong;

/** A program that the interpreter runs. */
public final class ProgramOrigin implements TraceOrigin {
    private final Program program;
    private final Machine machine;
    private final Failures failures;

    public ProgramOrigin(Program program) {
        this.program = program;
        this.machine = new Machine(program, MachineOptions.DEFAULT);
        this.failures = new Failures(program);
    }

    @Override
    public int pointerWidth() {
        return (int) (8 * program.sizes().of(Type.VOID_POINTER));
    }

    @Override
    public long size(Type type) {
        return program.sizes().of(type);
    }

    @Override
    public long offset(String struct, int field) {
        return program.layout(struct).fields().get(field).offset();
    }

    @Override
    public OptionalLong addressOf(String global, int thread) {
        return machine.addressOf(global, thread);
    }

    @Override
    public long functionAddress(String function) {
        return machine.functionAddress(function);
    }

    @Override
    public Optional<FailedCondition> failure(TraceEvent event) {
        return failures.of(event);
    }
}
