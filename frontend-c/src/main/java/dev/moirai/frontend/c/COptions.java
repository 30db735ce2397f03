package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.ir.DataModel;
import java.util.List;
import java.util.Set;

/**
 * What the user may choose about the translation. {@code flags} are those of a file that has none of
 * its own; functions in {@code assumePure} have no effect and return anything; {@code arguments} become {@code
 * argv[1]} and so on.
 */
public record COptions(
        DataModel model, CFlags flags, Set<String> assumePure, LibraryOptions library, List<String> arguments) {
    public static final COptions DEFAULT =
            new COptions(DataModel.LP64, CFlags.NONE, Set.of(), LibraryOptions.DEFAULT, List.of());

    public COptions {
        assumePure = Set.copyOf(assumePure);
        arguments = List.copyOf(arguments);
    }
}
