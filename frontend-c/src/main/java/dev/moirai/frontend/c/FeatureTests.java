package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.Library;

/**
 * {@code __has_attribute(x)} and {@code __has_builtin(x)} as macros: each expands to a name that the evaluator of
 * {@code #if} asks {@link #holds} about.
 */
final class FeatureTests {
    private static final String ATTRIBUTE = "__moirai_has_attribute_";
    private static final String BUILTIN = "__moirai_has_builtin_";

    private FeatureTests() {}

    static void define(CKeywords syntax) {
        syntax.macro("__has_attribute(name)", ATTRIBUTE + "##name");
        syntax.macro("__has_builtin(name)", BUILTIN + "##name");
    }

    static boolean holds(String name) {
        if (name.startsWith(ATTRIBUTE)) return Attributes.isKnown(name.substring(ATTRIBUTE.length()));
        return name.startsWith(BUILTIN) && isBuiltin(name.substring(BUILTIN.length()));
    }

    private static boolean isBuiltin(String name) {
        String canonical = Library.canonicalName(name);
        return LanguageBuiltins.isBuiltin(name)
                || Library.find(canonical).isPresent()
                || Library.cSource(canonical).isPresent();
    }
}
