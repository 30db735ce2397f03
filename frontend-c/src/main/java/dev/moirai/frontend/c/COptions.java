package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.ir.DataModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What the user may choose about the translation. {@code defines} are as for {@code -D} ({@code NAME} or {@code
 * NAME=VALUE}); functions in {@code assumePure} have no effect and return anything; {@code arguments} become {@code
 * argv[1]} and so on.
 */
public record COptions(
        DataModel model,
        List<Path> includes,
        List<String> defines,
        Set<String> assumePure,
        LibraryOptions library,
        List<String> arguments) {
    public static final COptions DEFAULT =
            new COptions(DataModel.LP64, List.of(), List.of(), Set.of(), LibraryOptions.DEFAULT, List.of());

    public COptions {
        includes = List.copyOf(includes);
        defines = List.copyOf(defines);
        assumePure = Set.copyOf(assumePure);
        arguments = List.copyOf(arguments);
    }
}
