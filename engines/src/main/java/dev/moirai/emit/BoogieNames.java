package dev.moirai.emit;

import dev.moirai.source.BoogieWords;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Names of Boogie for names of the IR: each different, and none a word of the language. */
final class BoogieNames {
    /** What lambdas bind in the text that is written. */
    private static final String BOUND = "k";

    private final Map<String, String> known = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    BoogieNames() {
        taken.addAll(BoogieWords.KEYWORDS);
        taken.addAll(BoogieWords.WORDS_IN_PLACES);
        taken.add(BOUND);
    }

    /** @param kind names of different kinds may be alike in the IR */
    String of(String kind, String name) {
        return known.computeIfAbsent(kind + " " + name, _ -> free(name));
    }

    private String free(String name) {
        var text = new StringBuilder();
        // The percent sign of our own names.
        String bare = name.startsWith("%") ? name.substring(1) : name;
        for (char c : bare.toCharArray()) {
            boolean fits = c < 128 && (Character.isLetterOrDigit(c) || "_.$#~^?".indexOf(c) >= 0);
            text.append(fits ? c : '$');
        }
        if (text.isEmpty()
                || Character.isDigit(text.charAt(0))
                || text.toString().matches("bv\\d+")) text.insert(0, '$');
        String wanted = text.toString();
        String result = wanted;
        for (int i = 2; !taken.add(result); i++) result = wanted + "." + i;
        return result;
    }
}
