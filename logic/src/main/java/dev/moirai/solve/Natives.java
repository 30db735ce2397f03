package dev.moirai.solve;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds and loads native libraries. The build lays them out in one folder, so that commands unpack nothing. The system
 * property {@code moirai.natives} names the folder; without it, {@code natives} beside the folder or archive of this
 * class is taken, where the build of this module puts them; and where there is none either, what the class path has.
 */
public final class Natives {
    public static final String PROPERTY = "moirai.natives";

    private static final Set<Path> LOADED = new HashSet<>();

    private Natives() {}

    /** Loads a library by its file name; returns what is wrong if that fails. */
    public static synchronized Optional<String> load(String file) {
        Path library = path(file);
        if (LOADED.contains(library)) return Optional.empty();
        if (!Files.isRegularFile(library)) {
            return Optional.of("no library " + library + " (system property " + PROPERTY
                    + " names the folder; the artefact moirai-logic with classifier natives-linux-x64 has them)");
        }
        try {
            System.load(library.toString());
        } catch (UnsatisfiedLinkError e) {
            return Optional.of("cannot load " + library + ": " + e.getMessage());
        }
        LOADED.add(library);
        return Optional.empty();
    }

    /** The symbols that a library exports. @throws IllegalStateException if it cannot be loaded */
    public static SymbolLookup symbols(String file) {
        load(file).ifPresent(reason -> {
            throw new IllegalStateException(reason);
        });
        return SymbolLookup.libraryLookup(path(file), Arena.global());
    }

    private static Path path(String file) {
        Path laidOut = folder().resolve(file).toAbsolutePath().normalize();
        if (System.getProperty(PROPERTY) != null || Files.isRegularFile(laidOut)) return laidOut;
        return UnpackedNatives.find(file).orElse(laidOut);
    }

    private static Path folder() {
        String named = System.getProperty(PROPERTY);
        if (named != null) return Path.of(named);
        try {
            Path here = Path.of(Natives.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return here.resolveSibling("natives");
        } catch (URISyntaxException e) {
            return Path.of("natives");
        }
    }
}
