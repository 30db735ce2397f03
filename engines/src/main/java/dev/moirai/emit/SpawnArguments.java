package dev.moirai.emit;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Ghost;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import java.util.List;

/** What starting a thread writes so that the thread finds its argument. */
final class SpawnArguments {
    private SpawnArguments() {}

    static List<Instr.Store> of(BoundedProgram program, Instr.Spawn spawn) {
        if (!(spawn.function() instanceof Expr.FunctionAddress(var name)) || spawn.arguments().isEmpty()) return List.of();
        Expr place = Ghost.ARGUMENT.address(program.thread(name).number());
        return List.of(new Instr.Store(place, spawn.arguments().getFirst(), Access.PRIVATE, spawn.span()));
    }
}
