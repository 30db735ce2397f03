package dev.moirai.frontend.c;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code __VA_OPT__(x)} in the definition of a macro, which CDT does not know: written as {@code
 * __moirai_opt_given(__VA_ARGS__)(x)}, where a macro of ours becomes one that keeps its arguments or one that drops them. Lines keep
 * their numbers. Where the operators {@code #} and {@code ##} touch it, it stays as it is, and is refused.
 */
final class VariadicChoice {
    private static final String NAME = "__VA_OPT__";
    /** The name, the parameters, and what it stands for with the lines that a backslash continues. */
    private static final Pattern DEFINITION =
            Pattern.compile("(?m)^([ \\t]*#[ \\t]*define[ \\t]+\\w+\\(([^)]*)\\.\\.\\.[ \\t]*\\))((?:[^\\\\\\r"
                    + "\\n"
                    + "]|\\\\\\r"
                    + "?\\n"
                    + "|\\\\.)*)");

    private static final Pattern CHOICE = Pattern.compile("(?<![\\w#])(?<!#[ \\t])" + NAME + "(?=[ \\t]*\\()");
    private static final Pattern LAST_NAME = Pattern.compile("(\\w+)[ \\t]*$");
    /** Of arguments that stand between commas as many are counted. */
    private static final int MOST = 64;

    private VariadicChoice() {}

    static String spelledOut(String text) {
        if (!text.contains(NAME)) return text;
        Matcher definition = DEFINITION.matcher(text);
        var result = new StringBuilder();
        while (definition.find()) {
            Matcher named = LAST_NAME.matcher(definition.group(2));
            String rest = named.find() ? named.group(1) : "__VA_ARGS__";
            String body = CHOICE.matcher(definition.group(3)).replaceAll("__moirai_opt_given(" + rest + ")");
            definition.appendReplacement(result, Matcher.quoteReplacement(definition.group(1) + body));
        }
        return definition.appendTail(result).toString();
    }

    /**
     * The macros that tell whether a list of tokens is empty: it is, if neither it nor it between a macro's name and parentheses has
     * a comma, but it has one between both.
     */
    static void define(CKeywords syntax) {
        var names = new StringBuilder();
        for (int i = 0; i < MOST; i++) names.append("_").append(i).append(",");
        syntax.macro("__moirai_opt_last(" + names + "last,...)", "last");
        syntax.macro("__moirai_opt_comma(...)", "__moirai_opt_last(__VA_ARGS__" + ",1".repeat(MOST - 1) + ",0,0)");
        syntax.macro("__moirai_opt_make(...)", ",");
        syntax.macro("__moirai_opt_keep(...)", "__VA_ARGS__");
        syntax.macro("__moirai_opt_drop(...)", "");
        syntax.macro("__moirai_opt_when_0001", "__moirai_opt_drop");
        for (int i = 0; i < 16; i++) {
            String bits = Integer.toBinaryString(16 + i).substring(1);
            if (i != 1) syntax.macro("__moirai_opt_when_" + bits, "__moirai_opt_keep");
        }
        syntax.macro("__moirai_opt_glue(a,b,c,d)", "__moirai_opt_when_##a##b##c##d");
        syntax.macro("__moirai_opt_glued(a,b,c,d)", "__moirai_opt_glue(a,b,c,d)");
        syntax.macro(
                "__moirai_opt_given(...)",
                "__moirai_opt_glued(__moirai_opt_comma(__VA_ARGS__),__moirai_opt_comma(__moirai_opt_make __VA_ARGS__),"
                        + "__moirai_opt_comma(__VA_ARGS__()),__moirai_opt_comma(__moirai_opt_make __VA_ARGS__()))");
    }
}
