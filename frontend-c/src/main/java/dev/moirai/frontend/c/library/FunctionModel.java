package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import java.util.Optional;

/** The meaning of a library function: emits instructions at the call and returns the call's value, if it has one. */
@FunctionalInterface
public interface FunctionModel {
    Optional<Expr> call(CallSite site);
}
