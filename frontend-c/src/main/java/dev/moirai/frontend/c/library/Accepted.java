package dev.moirai.frontend.c.library;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.Optional;
import java.util.OptionalLong;

/** Numbers that a call accepts: any other is an error, as POSIX asks, and changes nothing. */
final class Accepted {
    private Accepted() {}

    /** A call whose second argument is a number up to this one, and which does nothing here. */
    static FunctionModel upTo(long most) {
        return site -> within(site, site.argument(1, Type.I32), 0, most, _ -> {});
    }

    /** What is to be done with a number that is accepted. */
    interface Use {
        void of(Expr number);
    }

    /** 0 and what is done with the number, or {@code EINVAL}. */
    static Optional<Expr> within(CallSite site, Expr number, long least, long most, Use then) {
        return Optional.of(within(site, number, least, most, Errno.EINVAL, then));
    }

    static Expr within(CallSite site, Expr number, long least, long most, int error, Use then) {
        OptionalLong known = Pen.constant(number);
        if (known.isPresent()) {
            boolean accepted = least <= known.getAsLong() && known.getAsLong() <= most;
            if (accepted) then.of(number);
            return Pen.number(accepted ? 0 : error);
        }
        var pen = new Pen(site);
        Local kept = pen.keep(number);
        Local code = pen.result();
        Expr tooSmall = new Expr.Compare(CompareOp.LESS, kept, Expr.constant(kept.type(), least));
        Expr tooLarge = new Expr.Compare(CompareOp.LESS, Expr.constant(kept.type(), most), kept);
        pen.either(new Expr.Select(tooSmall, Expr.TRUE, tooLarge), () -> pen.set(code, Pen.number(error)), () -> {
            pen.set(code, Pen.number(0));
            then.of(kept);
        });
        return code;
    }
}
