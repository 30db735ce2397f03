package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Local;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How often a loop of the library turns, where its end is not plain from the constants: no more often than the objects it
 * walks through are long ({@link Walk}). Where their size is not known it turns a number of times that most uses are
 * content with, more often if it counts up to a known number, and what lies beyond is left unknown.
 */
final class LibraryTurns {
    private static final long MOST_COUNTED = 4096;
    private static final long MOST_OTHERS = 64;

    private final Bounding bounding;
    private final Activation activation;
    private final Loop loop;
    private final Constants before;
    private @Nullable OptionalLong walk;

    /** @param before what is known where the loop is entered */
    LibraryTurns(Bounding bounding, Activation activation, Loop loop, Constants before) {
        this.bounding = bounding;
        this.activation = activation;
        this.loop = loop;
        this.before = before;
    }

    /** @param counts whether one of the turn's exits was plainly not taken */
    boolean mayGoOnAfter(int turns, boolean counts) {
        return turns <= walk().orElse(counts ? MOST_COUNTED : MOST_OTHERS);
    }

    /** Whether what ends it is the end of an object. */
    boolean isWalk() {
        return walk().isPresent();
    }

    /** In words: what goes on beyond. */
    String construct() {
        return loop.library().orElse("a loop") + " of a length that is not known";
    }

    private OptionalLong walk() {
        if (walk == null) {
            Function function = activation.function();
            walk = Walk.turns(
                    function.body(),
                    activation.loops(),
                    loop,
                    bounding.program().sizes(),
                    (index, address) -> bounding.extents().of(function.name(), index, known(address)));
        }
        return walk;
    }

    private Expr known(Expr address) {
        return Folding.fold(address, leaf -> leaf instanceof Local local ? before.of(activation.rename(local)) : leaf);
    }
}
