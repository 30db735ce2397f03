package dev.moirai.rely.transition;

import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.rely.transition.Variables.Summary;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Arrays that are too long to follow element by element: followed is the least and the greatest number that any element
 * holds. What is read lies between them; after a write they are the same, or closer to each other, as it may have been the last
 * to hold its number, or what is written is one of them.
 */
final class Elements {
    /** Longer arrays are not followed. */
    private static final long LONGEST = 1 << 14;

    private final Program program;
    private final Conduct conduct;
    private final Objects objects;
    private final Variables variables;

    Elements(Program program, Conduct conduct, Objects objects, Variables variables) {
        this.program = program;
        this.conduct = conduct;
        this.objects = objects;
        this.variables = variables;
    }

    /** Whether the elements of this size from an offset on are those of an array that may be followed so. */
    boolean fits(String object, long offset, long size) {
        return conduct.isAboutAllRuns()
                && !variables.isBlurred(object)
                && array(object)
                        .filter(it -> offset % size == 0 && size(it) == size)
                        .isPresent();
    }

    private Optional<Type.Array> array(String object) {
        return objects.type(object).orElse(Type.VOID) instanceof Type.Array array
                        && array.element() instanceof Type.Int(var width, var _)
                        && width > 1
                        && array.length() > Evaluation.MOST_ELEMENTS
                        && array.length() <= LONGEST
                        && objects.owner(object).isEmpty()
                ? Optional.of(array)
                : Optional.empty();
    }

    private long size(Type.Array array) {
        return program.sizes().of(array.element());
    }

    /** What is known of the elements, one of which certainly is what is read or written as this type; nothing if that is not so. */
    Optional<Summary> at(Value address, Type type) {
        return switch (address) {
            case Value.Element(var object, var _, var size, var offset)
            when fits(object, offset, size) -> of(object, type);
            case Value.Inside inside when isAligned(inside) -> of(inside.object(), type);
            // A single element is followed by itself as long as no other is accessed at an index that varies.
            case Value.Address(var object, var offset)
            when variables.isSummarised(object)
                    && array(object).filter(it -> offset % size(it) == 0).isPresent() -> of(object, type);
            default -> Optional.empty();
        };
    }

    private boolean isAligned(Value.Inside inside) {
        Optional<Type.Array> array = array(inside.object());
        if (array.isEmpty() || !conduct.isAboutAllRuns()) return false;
        BigInteger size = BigInteger.valueOf(size(array.get()));
        return inside.bytes().constant().mod(size).signum() == 0
                && inside.bytes().coefficients().values().stream()
                        .allMatch(factor -> factor.mod(size).signum() == 0);
    }

    private Optional<Summary> of(String object, Type type) {
        Type.Array array = array(object).orElseThrow();
        if (!(array.element() instanceof Type.Int element) || !element.equals(type)) return Optional.empty();
        long bytes = program.sizes().of(array);
        return variables.summary(object, element, array.length(), bytes, objects.name(object));
    }

    Value read(Summary summary, Path path) {
        Linear held = variables.choice(summary.least().range()).now();
        summary.least().range().ifPresent(range -> range.rows(held).forEach(path::require));
        path.require(Row.atLeast(held, path.read(summary.least())));
        path.require(Row.atLeast(path.read(summary.most()), held));
        return new Value.Number(held);
    }

    void write(Summary summary, Linear value, Path path, Consumer<Path> then) {
        Linear least = path.read(summary.least());
        Linear most = path.read(summary.most());
        Path below = path.fork();
        if (below.require(Row.atLeast(least, value.plus(1)))) {
            below.write(summary.least(), value);
            below.write(summary.most(), between(value, most, summary, below));
            then.accept(below);
        }
        Path above = path.fork();
        if (above.require(Row.atLeast(value, most.plus(1)))) {
            above.write(summary.least(), between(least, value, summary, above));
            above.write(summary.most(), value);
            then.accept(above);
        }
        if (path.require(Row.atLeast(value, least)) && path.require(Row.atLeast(most, value))) {
            path.write(summary.least(), between(least, value, summary, path));
            path.write(summary.most(), between(value, most, summary, path));
            then.accept(path);
        }
    }

    private Linear between(Linear least, Linear most, Summary summary, Path path) {
        Linear chosen = variables.choice(summary.least().range()).now();
        path.require(Row.atLeast(chosen, least));
        path.require(Row.atLeast(most, chosen));
        return chosen;
    }
}
