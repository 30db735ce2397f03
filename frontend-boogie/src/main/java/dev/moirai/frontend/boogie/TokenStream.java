package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.List;

/** The tokens of a file, and where the parser stands among them. */
final class TokenStream {
    private final String file;
    private final List<BoogieToken> tokens;
    private int at;

    TokenStream(String file, List<BoogieToken> tokens) {
        this.file = file;
        this.tokens = tokens;
    }

    BoogieToken peek() {
        return tokens.get(at);
    }

    BoogieToken peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    BoogieToken next() {
        BoogieToken token = peek();
        if (token.kind() != BoogieToken.Kind.END) at++;
        return token;
    }

    boolean atEnd() {
        return peek().kind() == BoogieToken.Kind.END;
    }

    int position() {
        return at;
    }

    SourceSpan span() {
        return span(peek());
    }

    SourceSpan span(BoogieToken token) {
        return new SourceSpan(file, token.line(), token.column());
    }

    boolean at(String word) {
        return peek().is(word);
    }

    /** Whether the next token is a name with this spelling: a word that is special only where it stands. */
    boolean atWord(String word) {
        return isWord(peek(), word);
    }

    static boolean isWord(BoogieToken token, String word) {
        return token.kind() == BoogieToken.Kind.NAME && token.text().equals(word);
    }

    boolean accept(String word) {
        if (!at(word)) return false;
        at++;
        return true;
    }

    boolean acceptWord(String word) {
        if (!atWord(word)) return false;
        at++;
        return true;
    }

    /** @param where what is being read: "after the condition" */
    BoogieToken expect(String word, String where) {
        if (at(word)) return next();
        throw missing("'" + word + "'", where);
    }

    BoogieToken expectName(String what) {
        if (peek().kind() == BoogieToken.Kind.NAME) return next();
        String hint = peek().kind() == BoogieToken.Kind.KEYWORD
                ? "'" + peek().text() + "' is a word of the language; \\" + peek().text() + " may be used as a name"
                : "";
        throw new BoogieError(span(), "expected " + what + ", found " + peek().quoted(), hint);
    }

    BoogieError missing(String what, String where) {
        String behind = where.isEmpty() ? "" : " " + where;
        // A semicolon that is missing at a line's end is best shown there.
        if (what.equals("';'") && at > 0 && tokens.get(at - 1).line() < peek().line()) {
            BoogieToken last = tokens.get(at - 1);
            var end = new SourceSpan(
                    file, last.line(), last.column() + last.text().length());
            return new BoogieError(
                    end, "expected ';'" + behind + ", found " + peek().quoted() + " on line " + peek().line());
        }
        return new BoogieError(span(), "expected " + what + behind + ", found " + peek().quoted());
    }

    /** Goes on behind the statement in which an error was found: behind its semicolon, or before the block's end. */
    void skipStatement() {
        int depth = 0;
        while (!atEnd() && !(depth == 0 && at("}")) && !startsDeclaration()) {
            if (at("{") || at("{:")) depth++;
            if (at("}")) depth--;
            boolean end = depth == 0 && (at(";") || at("}"));
            next();
            if (end) return;
        }
    }

    /** Goes on at the next declaration. */
    void skipDeclaration() {
        if (!atEnd()) next();
        while (!atEnd() && !startsDeclaration()) next();
    }

    /** Keywords that stand nowhere but before a declaration; {@code var} also begins one inside a body. */
    private boolean startsDeclaration() {
        if (peek().kind() != BoogieToken.Kind.KEYWORD) return false;
        return switch (peek().text()) {
            case "procedure", "implementation", "function", "axiom", "type", "const", "datatype" -> true;
            case "var" -> peek().column() == 1;
            default -> false;
        };
    }
}
