package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What runs around main: constructors, {@code argc} and {@code argv}, functions left for the end, destructors. Without any of these, main is the
 * entry.
 */
final class StartUp {
    private static final String NAME = "__moirai_start";
    private static final String ARGV = "__moirai_argv";

    private final Linker linker;
    private final Assembly assembly;
    private final List<String> arguments;

    StartUp(Linker linker, Assembly assembly, List<String> arguments) {
        this.linker = linker;
        this.assembly = assembly;
        this.arguments = arguments;
    }

    /** The entry function: main itself, or one that calls it. */
    String entry(String name) {
        Function main = assembly.functions().get(name);
        LifeHooks hooks = linker.lifeHooks();
        List<Instr> constructors = hooks.constructorCalls();
        boolean atExit = linker.control().runsAtExit();
        boolean alone = constructors.isEmpty() && !hooks.hasDestructors() && !atExit;
        if (main == null || main.parameters().isEmpty() && alone) return name;
        var words = new ArrayList<String>();
        words.add("program");
        words.addAll(arguments);
        var given = new ArrayList<Expr>();
        for (Local parameter : main.parameters()) {
            given.add(
                    switch (given.size()) {
                        case 0 -> linker.fold().cast(parameter.type(), Expr.constant(Type.I32, words.size()));
                        case 1 -> linker.fold().cast(parameter.type(), argv(words, main));
                        // The environment is empty.
                        default -> Fold.zero(parameter.type());
                    });
        }
        boolean hasResult = !(main.result() instanceof Type.Void);
        Optional<Local> result = hasResult ? Optional.of(new Local("%result", main.result())) : Optional.empty();
        var body = new ArrayList<>(constructors);
        body.add(new Instr.Call(result, new Expr.FunctionAddress(name), given, main.span()));
        if (atExit) {
            String ending = linker.bundledFunction(LifeHooks.AT_EXIT).name();
            assembly.need(ending, main.span());
            Expr code = result.<Expr>map(local -> local).orElse(Expr.constant(Type.I32, 0));
            var callee = new Expr.FunctionAddress(ending);
            body.add(new Instr.Call(Optional.empty(), callee, List.of(code), main.span()));
        }
        if (hooks.hasDestructors()) body.add(LifeHooks.destructorsCall(main.span()));
        body.add(new Instr.Return(result.map(local -> local), main.span()));
        assembly.add(
                new Function(NAME, List.of(), main.result(), result.stream().toList(), body, main.span()));
        return NAME;
    }

    private Expr argv(List<String> words, Function main) {
        var text = new Type.Pointer(new Type.Int(8, true));
        int pointer = linker.options().model().pointerBytes();
        var initial = new ArrayList<Global.Initial>();
        for (int i = 0; i < words.size(); i++) {
            // The program may write into its arguments, so they are not string literals.
            StringLiteral word = StringLiteral.ofText(words.get(i));
            String name = ARGV + "." + i;
            var units = new ArrayList<Global.Initial>();
            for (int j = 0; j < word.units().length; j++) {
                units.add(new Global.Initial(j, Expr.constant(text.target(), word.units()[j])));
            }
            var type = new Type.Array(text.target(), word.units().length + 1L);
            assembly.add(new Global(name, type, units, Global.Storage.SHARED, main.span()));
            initial.add(new Global.Initial((long) i * pointer, new Expr.GlobalAddress(name, text)));
        }
        var type = new Type.Array(text, words.size() + 1L);
        assembly.add(new Global(ARGV, type, initial, Global.Storage.SHARED, main.span()));
        return new Expr.GlobalAddress(ARGV, new Type.Pointer(text));
    }
}
