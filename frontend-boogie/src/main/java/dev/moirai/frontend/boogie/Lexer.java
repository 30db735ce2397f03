package dev.moirai.frontend.boogie;

import dev.moirai.source.BoogieWords;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** From text to tokens. Boogie's mathematical signs become their spellings in ASCII. */
final class Lexer {
    /** Longer ones before those they begin with. */
    private static final List<String> SYMBOLS = List.of(
            "<==>", "==>", "<==", "|{", "||", "&&", "==", "!=", "<=", ">=", "<:", "++", "**", "::", ":=", "{:", "}|",
            "->", "<", ">", "+", "-", "*", "/", "!", ":", ";", ",", "(", ")", "[", "]", "{", "}", "=", "@");

    private static final Map<Character, String> SIGNS = Map.ofEntries(
            Map.entry('\u21d4', "<==>"),
            Map.entry('\u21d2', "==>"),
            Map.entry('\u21d0', "<=="),
            Map.entry('\u2227', "&&"),
            Map.entry('\u2228', "||"),
            Map.entry('\u00ac', "!"),
            Map.entry('\u2260', "!="),
            Map.entry('\u2264', "<="),
            Map.entry('\u2265', ">="),
            Map.entry('\u2022', "::"),
            Map.entry('\u2200', "forall"),
            Map.entry('\u2203', "exists"),
            Map.entry('\u03bb', "lambda"));

    private final String file;
    private final String text;
    private final BoogieComplaints complaints;
    private final List<BoogieToken> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private Lexer(String file, String text, BoogieComplaints complaints) {
        this.file = file;
        this.text = text;
        this.complaints = complaints;
    }

    /** All tokens, and one of kind {@link BoogieToken.Kind#END} behind them. */
    static List<BoogieToken> tokens(String file, String text, BoogieComplaints complaints) {
        var lexer = new Lexer(file, text, complaints);
        while (lexer.skipBlanks()) lexer.token();
        lexer.add(BoogieToken.Kind.END, "", lexer.at);
        return lexer.tokens;
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private void add(BoogieToken.Kind kind, String word, int from) {
        tokens.add(new BoogieToken(kind, word, line, from - lineStart + 1));
    }

    private SourceSpan place(int offset) {
        return new SourceSpan(file, line, offset - lineStart + 1);
    }

    private void newLine() {
        line++;
        lineStart = at + 1;
    }

    /** Goes on to the next token; whether there is one. */
    private boolean skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') newLine();
            if (Character.isWhitespace(c) || c == '\ufeff') at++;
            else if (c == '/' && peek(1) == '/') skipLine();
            else if (c == '/' && peek(1) == '*') skipComment();
            else if (c == '#' && tokenBeginsLine()) skipLine();
            else return true;
        }
        return false;
    }

    /** {@code #if}, {@code #line} and the like stand at the beginning of a line. */
    private boolean tokenBeginsLine() {
        boolean directive = text.startsWith("#line", at) || text.startsWith("#if", at) || text.startsWith("#e", at);
        return directive && text.substring(lineStart, at).isBlank();
    }

    private void skipLine() {
        while (at < text.length() && text.charAt(at) != '\n') at++;
    }

    /** Comments nest. */
    private void skipComment() {
        var start = place(at);
        int depth = 0;
        do {
            if (peek(0) == '/' && peek(1) == '*') {
                depth++;
                at += 2;
            } else if (peek(0) == '*' && peek(1) == '/') {
                depth--;
                at += 2;
            } else {
                if (peek(0) == '\n') newLine();
                at++;
            }
        } while (depth > 0 && at < text.length());
        if (depth > 0) {
            complaints.add(Diagnostic.error(start, "this comment has no end", "comments nest: every /* needs its */"));
        }
    }

    private void token() {
        int from = at;
        char c = text.charAt(at);
        if (Character.isDigit(c)) number();
        else if (c == '"') string();
        else if (startsName(c) || (c == '\\' && startsName(peek(1)))) name();
        else {
            String word = SIGNS.get(c);
            if (word == null) symbol(from);
            else {
                at++;
                add(
                        BoogieWords.KEYWORDS.contains(word) ? BoogieToken.Kind.KEYWORD : BoogieToken.Kind.SYMBOL,
                        word,
                        from);
            }
        }
    }

    private void symbol(int from) {
        for (String symbol : SYMBOLS) {
            if (!text.startsWith(symbol, at)) continue;
            if (symbol.equals("}|") && peek(2) == '|') continue; // a set, and then an "or"
            at += symbol.length();
            add(BoogieToken.Kind.SYMBOL, symbol, from);
            return;
        }
        complaints.add(Diagnostic.error(
                place(at),
                "the character '" + new String(Character.toChars(text.codePointAt(at))) + "' means nothing here"));
        at += Character.charCount(text.codePointAt(at));
    }

    private static boolean startsName(char c) {
        return c < 128
                ? (Character.isLetter(c) || "_.$#'`~^?".indexOf(c) >= 0)
                : Character.isLetter(c) && c != '\u03bb';
    }

    private static boolean continuesName(char c) {
        return startsName(c) || Character.isDigit(c) || c == '\\';
    }

    private void name() {
        int from = at;
        at++;
        while (at < text.length() && continuesName(text.charAt(at))) at++;
        String word = text.substring(from, at);
        if (word.startsWith("\\")) word = word.substring(1);
        else if (BoogieWords.KEYWORDS.contains(word)) {
            add(BoogieToken.Kind.KEYWORD, word, from);
            return;
        }
        add(BoogieToken.Kind.NAME, word, from);
    }

    /** {@code 12}, {@code 12bv8}, {@code 1.5}, {@code 1e10}, {@code 0x1.8e0f24e8}. */
    private void number() {
        int from = at;
        if (text.charAt(at) == '0' && peek(1) == 'x') {
            at += 2;
            while (Character.isLetterOrDigit(peek(0)) || peek(0) == '.') at++;
            add(BoogieToken.Kind.FLOAT, text.substring(from, at), from);
            return;
        }
        digits();
        BoogieToken.Kind kind = BoogieToken.Kind.INTEGER;
        if (peek(0) == 'b' && peek(1) == 'v' && Character.isDigit(peek(2))) {
            at += 2;
            digits();
            kind = BoogieToken.Kind.BITVECTOR;
        } else {
            if (peek(0) == '.' && Character.isDigit(peek(1))) {
                at++;
                digits();
                kind = BoogieToken.Kind.DECIMAL;
            }
            boolean exponent =
                    peek(0) == 'e' && (Character.isDigit(peek(1)) || (peek(1) == '-' && Character.isDigit(peek(2))));
            if (exponent) {
                at += 2;
                digits();
                kind = BoogieToken.Kind.DECIMAL;
            }
        }
        add(kind, text.substring(from, at).replace("_", ""), from);
    }

    private void digits() {
        while (Character.isDigit(peek(0)) || (peek(0) == '_' && Character.isDigit(peek(1)))) at++;
    }

    private void string() {
        int from = at;
        at++;
        var word = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            if (text.charAt(at) == '\\' && peek(1) != '\0' && peek(1) != '\n') word.append(text.charAt(at++));
            word.append(text.charAt(at++));
        }
        if (peek(0) == '"') at++;
        else
            complaints.add(
                    Diagnostic.error(place(from), "this string has no end", "a string ends on its line, with \""));
        add(BoogieToken.Kind.STRING, word.toString(), from);
    }
}
