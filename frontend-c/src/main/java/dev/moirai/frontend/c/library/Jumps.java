package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/** {@code setjmp} and {@code longjmp}; {@code sigsetjmp} keeps what the thread blocks, and {@code siglongjmp} restores it. */
final class Jumps {
    private Jumps() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "setjmp", "_setjmp" -> site -> Optional.of(site.returnPoint(site.argument(0)));
                    case "sigsetjmp", "__sigsetjmp" ->
                        site -> {
                            site.invoke("__moirai_save_mask", List.of(site.argument(0), site.argument(1, Type.I32)));
                            return Optional.of(site.returnPoint(site.argument(0)));
                        };
                    case "longjmp", "_longjmp", "__longjmp_chk" -> Jumps::jump;
                    case "siglongjmp" ->
                        site -> {
                            site.invoke("__moirai_restore_mask", List.of(site.argument(0)));
                            return jump(site);
                        };
                    default -> null;
                });
    }

    private static Optional<Expr> jump(CallSite site) {
        site.invoke("__moirai_longjmp", List.of(site.argument(0), site.argument(1, Type.I32)));
        site.emit(new Instr.Assume(Expr.FALSE, site.span()));
        return Pen.none();
    }
}
