package dev.moirai.frontend.c;

import dev.moirai.frontend.c.UnusedDeclarations.Word;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What an item of a file declares, if that can be told from its words and signs: a prototype, a variable without
 * initialiser, a typedef, or a struct, union or enum with a tag.
 */
final class PlainDeclaration {
    private final PlainTokens tokens;
    private final BitSet types;
    private final int start;
    private final int end;
    /** The words it declares: tags and constants, and last what else it declares. */
    private int[] declared = new int[1];

    private int names;

    private boolean isPlain;

    private PlainDeclaration(PlainTokens tokens, int start, int end, BitSet types) {
        this.tokens = tokens;
        this.start = start;
        this.end = end;
        this.types = types;
    }

    /** @param types the words that name types here */
    static PlainDeclaration of(PlainTokens tokens, int from, int to, BitSet types) {
        int start = from;
        while (start < to - 1 && tokens.at(start) == Word.EXTENSION.number()) start++;
        var declaration = new PlainDeclaration(tokens, start, to, types);
        declaration.isPlain = tokens.at(to - 1) == -';' && declaration.look();
        return declaration;
    }

    boolean isPlain() {
        return isPlain;
    }

    /** Its first token that is not {@code __extension__}. */
    int start() {
        return start;
    }

    /** The token behind its semicolon. */
    int end() {
        return end;
    }

    /** How many words it declares; that of a typedef is the last. */
    int names() {
        return names;
    }

    int name(int index) {
        return declared[index];
    }

    private boolean look() {
        boolean isTypedef = tokens.at(start) == Word.TYPEDEF.number();
        boolean isExtern = tokens.at(start) == Word.EXTERN.number();
        int at = isTypedef || isExtern ? start + 1 : start;
        boolean hasType = false;
        boolean hasBody = false;
        while (at < end) {
            int token = tokens.at(at);
            if (Word.isTag(token)) {
                at++;
                if (tokens.at(at) >= Word.COUNT) at++;
                if (tokens.at(at) == -'{') {
                    int after = closing(at) + 1;
                    noteBody(at - 1, after);
                    hasBody = true;
                    at = after;
                }
                hasType = true;
            } else if (Word.isOfType(token) || (token >= Word.COUNT && !hasType && types.get(token))) {
                hasType |= !Word.isQualifier(token);
                at++;
            } else if (token == -'*' && hasType) {
                at++;
            } else if (Word.isAttribute(token) && tokens.at(at + 1) == -'(') {
                at = closing(at + 1) + 1;
            } else {
                break;
            }
        }
        if (!hasType || at >= end) return false;
        if (at == end - 1) return hasBody && !isTypedef && names > 0;
        if (!isTypedef && hasBody) return false;
        return tokens.at(at) == -'(' ? isTypedef && pointer(at) : named(at, isTypedef || isExtern);
    }

    /** {@code name}, {@code name[..]} or {@code name(..)}. */
    private boolean named(int at, boolean mayBeObject) {
        if (tokens.at(at) < Word.COUNT) return false;
        declares(tokens.at(at));
        int next = at + 1;
        if (tokens.at(next) == -'(') {
            return areParameters(next) && isOver(closing(next) + 1);
        }
        while (tokens.at(next) == -'[') next = closing(next) + 1;
        return mayBeObject && isOver(next);
    }

    /** {@code (*name)(..)}, as typedefs have it. */
    private boolean pointer(int at) {
        if (at + 4 >= end || tokens.at(at + 1) != -'*' || tokens.at(at + 2) < Word.COUNT) return false;
        if (tokens.at(at + 3) != -')' || tokens.at(at + 4) != -'(') return false;
        declares(tokens.at(at + 2));
        return areParameters(at + 4) && isOver(closing(at + 4) + 1);
    }

    /** Whether nothing but attributes follows. */
    private boolean isOver(int at) {
        int next = at;
        while (next < end && Word.isAttribute(tokens.at(next)) && tokens.at(next + 1) == -'(')
            next = closing(next + 1) + 1;
        return next == end - 1;
    }

    /** Whether each parameter begins with a type, and there are no signs that parameters have not. */
    private boolean areParameters(int open) {
        int close = closing(open);
        int depth = 0;
        for (int i = open; i < close; i++) {
            int token = tokens.at(i);
            if (token == -'(') depth++;
            if (token == -')') depth--;
            boolean isUsual = token >= 0 || token == PlainTokens.NUMBER || "*,()[].".indexOf(-token) >= 0;
            if (!isUsual) return false;
            boolean begins = depth == 1 && (i == open || token == -',');
            if (begins && !mayBegin(tokens.at(i + 1), i + 1 == close)) return false;
        }
        return true;
    }

    private boolean mayBegin(int token, boolean isEnd) {
        return isEnd
                || token == -'.'
                || Word.isOfType(token)
                || Word.isTag(token)
                || token == Word.EXTENSION.number()
                || (token >= Word.COUNT && types.get(token));
    }

    /** Notes tags that are defined and constants between these tokens, the tag before the first brace among them. */
    private void noteBody(int from, int to) {
        for (int i = from; i < to; i++) {
            if (tokens.at(i) != -'{') continue;
            boolean isTagged = tokens.at(i - 1) >= Word.COUNT && Word.isTag(tokens.at(i - 2));
            if (isTagged) declares(tokens.at(i - 1));
            int kind = tokens.at(isTagged ? i - 2 : i - 1);
            if (kind != Word.ENUM.number()) continue;
            int close = closing(i);
            for (int k = i + 1; k < close; k++) {
                if (tokens.at(k) >= Word.COUNT) declares(tokens.at(k));
            }
        }
    }

    private void declares(int word) {
        if (names == declared.length) declared = Arrays.copyOf(declared, 2 * names);
        declared[names++] = word;
    }

    /** The bracket that closes this one; all are closed in a plain file. */
    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < end; i++) {
            int token = tokens.at(i);
            if (token == -'(' || token == -'[' || token == -'{') depth++;
            if ((token == -')' || token == -']' || token == -'}') && --depth == 0) return i;
        }
        return end - 1;
    }
}
