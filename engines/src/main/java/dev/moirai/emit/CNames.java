package dev.moirai.emit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Unique C identifiers for names of the IR. */
final class CNames {
    private static final Set<String> TAKEN = Set.of(
            "auto",
            "break",
            "case",
            "char",
            "const",
            "continue",
            "default",
            "do",
            "double",
            "else",
            "enum",
            "extern",
            "float",
            "for",
            "goto",
            "if",
            "inline",
            "int",
            "long",
            "register",
            "restrict",
            "return",
            "short",
            "signed",
            "sizeof",
            "static",
            "struct",
            "switch",
            "typedef",
            "union",
            "unsigned",
            "void",
            "volatile",
            "while",
            "asm",
            "typeof",
            "main",
            "malloc",
            "calloc",
            "realloc",
            "free",
            "printf",
            "sscanf",
            "fscanf",
            "fopen",
            "strcmp",
            "exit",
            "J",
            "G",
            "pc",
            "cs",
            "ASSUME",
            "ASSERT",
            "linux",
            "unix");

    private final Map<String, String> identifiers = new HashMap<>();
    private final Set<String> used = new HashSet<>(TAKEN);

    /**
     * The identifier for {@code name} of this kind ("global", "local of worker"); always the same for the same
     * arguments.
     */
    String of(String kind, String prefix, String name) {
        String key = kind + "\0" + name;
        String known = identifiers.get(key);
        if (known != null) return known;
        String plain = clean(prefix + (isLikeOurs(name) ? "own_" : "") + name);
        String identifier = plain;
        for (int i = 2; !used.add(identifier); i++) identifier = plain + "_" + i;
        identifiers.put(key, identifier);
        return identifier;
    }

    /** What we write in C begins so, but names of the IR that are ours begin with a percent sign. */
    private static boolean isLikeOurs(String name) {
        return name.startsWith("moirai_") || name.startsWith("nondet_");
    }

    static String clean(String name) {
        String clean = name.replace("%", "").replaceAll("[^A-Za-z0-9_]", "_");
        return clean.isEmpty() || Character.isDigit(clean.charAt(0)) ? "t" + clean : clean;
    }
}
