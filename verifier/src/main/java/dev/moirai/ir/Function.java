package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import java.util.List;

/** A flat list of instructions with labels; control never falls off its end. {@code locals} lists all, parameters too. */
public record Function(
        String name, List<Local> parameters, Type result, List<Local> locals, List<Instr> body, SourceSpan span) {
    public Function {
        parameters = List.copyOf(parameters);
        locals = List.copyOf(locals);
        body = List.copyOf(body);
    }

    public Function withBody(List<Instr> newBody) {
        return new Function(name, parameters, result, locals, newBody, span);
    }
}
