package dev.moirai.frontend.c;

import dev.moirai.frontend.c.wide.WideFunction;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;

/** The bundled functions that compute with numbers of more than 64 bits, linked when the first of them is needed. */
record WideModels(Linker linker) implements WideFunction.Models {
    @Override
    public Expr.FunctionAddress function(String name) {
        Definition.Procedure model = linker.bundledFunction(name);
        linker.noteCall(model);
        return new Expr.FunctionAddress(model.name());
    }

    @Override
    public Expr upperResult() {
        linker.bundledFunction("__moirai_multiply128");
        return new Expr.GlobalAddress("__moirai_upper_result", new Type.Pointer(Type.U64));
    }
}
