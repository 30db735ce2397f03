package dev.moirai.frontend.c;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorPragmaStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorStatement;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;

/** {@code #pragma pack} along a file: the limit on the alignment of struct members at each position. */
final class PackPragmas {
    /** No limit. */
    static final int NONE = 0;

    static final PackPragmas EMPTY = new PackPragmas();

    private static final Pattern PACK = Pattern.compile("pack\\s*\\((.*)\\)\\s*");
    private static final Pattern PUSH = Pattern.compile("push(?:,([A-Za-z_]\\w*))?(?:,(\\w+))?");
    private static final Pattern POP = Pattern.compile("pop(?:,(\\w+))?");
    /** Pragmas that would move members or change what names mean. */
    private static final Pattern REFUSED =
            Pattern.compile("(scalar_storage_order|ms_struct|redefine_extname|weak)\\b.*");

    private record Saved(String name, int limit) {}

    /** The limit in force from an offset on, up to the next entry. */
    private final NavigableMap<Integer, Integer> limits = new TreeMap<>();

    private final Map<Integer, String> refused = new TreeMap<>();
    private final Deque<Saved> saved = new ArrayDeque<>();
    private int limit = NONE;

    private PackPragmas() {}

    /** @param operators the {@code _Pragma} operators by offset, with their strings as written */
    static PackPragmas of(IASTTranslationUnit tree, Map<Integer, String> operators) {
        var found = new TreeMap<Integer, String>();
        operators.forEach((offset, literal) -> found.put(offset, unquoted(literal)));
        for (IASTPreprocessorStatement statement : tree.getAllPreprocessorStatements()) {
            if (statement instanceof IASTPreprocessorPragmaStatement pragma) {
                found.put(((ASTNode) pragma).getOffset(), new String(pragma.getMessage()).strip());
            }
        }
        var pragmas = new PackPragmas();
        found.forEach((offset, text) -> pragmas.read(text, offset));
        return pragmas;
    }

    private static String unquoted(String literal) {
        int first = literal.indexOf('"');
        int last = literal.lastIndexOf('"');
        return first < last
                ? literal.substring(first + 1, last).replace("\\\"", "\"").strip()
                : "";
    }

    private void read(String text, int offset) {
        Matcher pack = PACK.matcher(text);
        if (REFUSED.matcher(text).matches()) refused.put(offset, text);
        if (!pack.matches()) return;
        try {
            follow(pack.group(1).replaceAll("\\s", ""), offset);
        } catch (NumberFormatException e) {
            refused.put(offset, text);
        }
    }

    /** Pragmas that change the program's meaning in a way that is not supported, by offset. */
    Map<Integer, String> refused() {
        return refused;
    }

    private void follow(String arguments, int offset) {
        Matcher push = PUSH.matcher(arguments);
        Matcher pop = POP.matcher(arguments);
        if (push.matches()) {
            boolean named = push.group(1) != null;
            saved.push(new Saved(named ? push.group(1) : "", limit));
            if (push.group(2) != null) set(push.group(2));
        } else if (pop.matches()) {
            pop(pop.group(1));
        } else if (arguments.isEmpty()) {
            limit = NONE;
        } else {
            set(arguments);
        }
        limits.put(offset, limit);
    }

    private void pop(String name) {
        boolean known = name == null || saved.stream().anyMatch(s -> s.name.equals(name));
        // As in gcc, popping more than was pushed has no effect.
        if (saved.isEmpty() || !known) return;
        Saved top = saved.pop();
        while (name != null && !top.name.equals(name)) top = saved.pop();
        limit = top.limit;
    }

    /** A number that is not a small power of two has no effect; zero lifts the limit. */
    private void set(String number) {
        int wanted = Integer.decode(number);
        if (wanted >= 0 && wanted <= 16 && Integer.bitCount(wanted) <= 1) limit = wanted;
    }

    /** The limit at the end of the struct, which is the one that counts. */
    int at(IASTNode node) {
        var struct = (ASTNode) node;
        Map.Entry<Integer, Integer> last = limits.floorEntry(struct.getOffset() + struct.getLength());
        return last == null ? NONE : last.getValue();
    }
}
