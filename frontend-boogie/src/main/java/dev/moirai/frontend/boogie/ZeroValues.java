package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.math.BigInteger;

/** What variables hold that start as zero. */
final class ZeroValues {
    private ZeroValues() {}

    static Expr of(Type type) {
        return switch (type) {
            case Type.Integer _ -> new Expr.Number(BigInteger.ZERO);
            case Type.Real _ -> new Expr.Ratio(BigInteger.ZERO, BigInteger.ONE);
            case Type.Named named -> new Expr.Element(named, 0);
            case Type.Map map -> new Expr.Everywhere(map, of(map.value()));
            case Type.Variant variant -> {
                int zero = variant.zeroCase().orElseThrow();
                yield new Expr.Make(
                        variant,
                        zero,
                        variant.at(zero).parts().stream().map(ZeroValues::of).toList());
            }
            default -> Expr.constant(type, 0);
        };
    }
}
