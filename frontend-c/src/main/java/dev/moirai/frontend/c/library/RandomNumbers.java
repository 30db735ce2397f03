package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pseudo-random numbers: any, or, if the user gives a seed, those that glibc makes of it. */
final class RandomNumbers {
    private RandomNumbers() {}

    static Optional<FunctionModel> find(String function) {
        FunctionModel any = switch (function) {
            case "rand" -> site -> Optional.of(number(site, Type.I32));
            case "rand_r" ->
                site -> {
                    new Pen(site).store(site.argument(0), new Pen(site).any(Type.U32));
                    return Optional.of(number(site, Type.I32));
                };
            case "random", "lrand48", "nrand48" -> site -> Optional.of(number(site, new Pen(site).longType()));
            case "mrand48" -> site -> Optional.of(new Expr.Cast(new Pen(site).longType(), new Pen(site).any(Type.I32)));
            case "drand48", "erand48" -> RandomNumbers::fraction;
            case "srand", "srandom", "srand48" -> _ -> Pen.none();
            case "__moirai_seed" ->
                site -> Optional.of(Pen.number(site.options().outside().seed().orElse(1)));
            default -> null;
        };
        if (any == null) return Optional.empty();
        return Optional.of(site -> site.options().outside().seed().isPresent() && !function.equals("__moirai_seed")
                ? glibc(site)
                : any.call(site));
    }

    private static Optional<Expr> glibc(CallSite site) {
        List<Expr> arguments = new ArrayList<>();
        for (int i = 0; i < site.argumentCount(); i++) arguments.add(site.argument(i));
        return site.invoke(site.function(), arguments);
    }

    /** A number from 0 to {@code RAND_MAX}. */
    private static Expr number(CallSite site, Type type) {
        return new Expr.Cast(type, new Pen(site).any(new Type.Int(31, false)));
    }

    /** From 0 up to but not 1, in steps of 2^-31. */
    private static Optional<Expr> fraction(CallSite site) {
        var wide = new Type.Float(64);
        Expr steps = new Expr.Cast(wide, number(site, Type.I32));
        Expr step = Expr.constant(wide, Double.doubleToRawLongBits(0x1p-31));
        return Optional.of(Pen.binary(Expr.BinaryOp.MULTIPLY, steps, step));
    }
}
