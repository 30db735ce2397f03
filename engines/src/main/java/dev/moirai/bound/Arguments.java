package dev.moirai.bound;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a thread finds what it was started with. The one pointer that C hands over lies in {@link Ghost#ARGUMENT}; every
 * other argument has a global of its own.
 */
public final class Arguments {
    private Arguments() {}

    private static boolean isPointer(int index, Type type) {
        return index == 0 && type instanceof Type.Pointer;
    }

    private static String name(int thread, int index) {
        return "%moirai_argument_" + thread + "_" + index;
    }

    static Expr address(int thread, int index, Type type) {
        return isPointer(index, type)
                ? Ghost.ARGUMENT.address(thread)
                : new Expr.GlobalAddress(name(thread, index), new Type.Pointer(type));
    }

    /** The globals that a thread with these arguments needs. */
    static List<Global> declare(int thread, List<Expr> arguments) {
        var globals = new ArrayList<Global>();
        for (int i = 0; i < arguments.size(); i++) {
            Type type = arguments.get(i).type();
            if (isPointer(i, type)) continue;
            globals.add(new Global(name(thread, i), type, List.of(), Global.Storage.SHARED, SourceSpan.NOWHERE));
        }
        return globals;
    }

    /** The instructions by which a spawning thread hands the arguments over. */
    public static List<Instr> handOver(int thread, List<Expr> arguments, SourceSpan span) {
        var stores = new ArrayList<Instr>();
        for (int i = 0; i < arguments.size(); i++) {
            Expr argument = arguments.get(i);
            stores.add(new Instr.Store(address(thread, i, argument.type()), argument, Access.PRIVATE, span));
        }
        return stores;
    }
}
