package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Functions with attribute {@code constructor} or {@code destructor}: they run before main and after it (or at {@code
 * exit}). Lower priorities come first, equal ones in the order of the source; destructors the other way round.
 */
final class LifeHooks {
    static final String DESTRUCTORS = "__moirai_destructors";
    /** Runs what {@code atexit} was given. */
    static final String AT_EXIT = "__moirai_run_at_exit";

    /** The priority of functions that give none: after all others. */
    static final int NO_PRIORITY = 65535;

    private record Hook(int priority, Definition.Procedure procedure, SourceSpan span) {}

    private final List<Hook> constructors = new ArrayList<>();
    private final List<Hook> destructors = new ArrayList<>();

    /** Records what the attributes of one declaration of the function say; a later one may repeat it. */
    void note(Definition.Procedure procedure, Attributes attributes, SourceSpan span) {
        if (attributes.isEmpty()) return;
        attributes.priority("constructor").ifPresent(p -> add(constructors, new Hook(p, procedure, span)));
        attributes.priority("destructor").ifPresent(p -> add(destructors, new Hook(p, procedure, span)));
    }

    private static void add(List<Hook> hooks, Hook hook) {
        hooks.removeIf(known -> known.procedure == hook.procedure);
        hooks.add(hook);
    }

    boolean hasDestructors() {
        return !destructors.isEmpty();
    }

    List<Instr> constructorCalls() {
        if (constructors.isEmpty()) return List.of();
        return constructors.stream()
                .sorted(Comparator.comparingInt(Hook::priority))
                .map(LifeHooks::call)
                .toList();
    }

    /** A function that calls all destructors. */
    Optional<Function> destructors() {
        if (destructors.isEmpty()) return Optional.empty();
        var body = new ArrayList<Instr>();
        for (Hook hook : destructors.stream()
                .sorted(Comparator.comparingInt(Hook::priority))
                .toList()
                .reversed()) {
            body.add(call(hook));
        }
        SourceSpan span = destructors.getLast().span;
        body.add(new Instr.Return(Optional.empty(), span));
        return Optional.of(new Function(DESTRUCTORS, List.of(), Type.VOID, List.of(), body, span));
    }

    static Instr destructorsCall(SourceSpan span) {
        return new Instr.Call(Optional.empty(), new Expr.FunctionAddress(DESTRUCTORS), List.of(), span);
    }

    private static Instr call(Hook hook) {
        if (!hook.procedure.type().parameters().isEmpty()) {
            throw new CError(hook.span, "a constructor or destructor with parameters");
        }
        return new Instr.Call(Optional.empty(), new Expr.FunctionAddress(hook.procedure.name()), List.of(), hook.span);
    }
}
