package dev.moirai.frontend.boogie;

import java.util.Locale;

/** A word of the text: what kind it is, how it is written, and where (counted from 1). */
record BoogieToken(Kind kind, String text, int line, int column) {
    enum Kind {
        NAME("a name"),
        KEYWORD("a keyword"),
        INTEGER("a number"),
        BITVECTOR("a bit-vector"),
        DECIMAL("a decimal number"),
        FLOAT("a floating-point number"),
        STRING("a string"),
        SYMBOL("a symbol"),
        END("the end of the file");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    boolean is(String word) {
        return (kind == Kind.SYMBOL || kind == Kind.KEYWORD) && text.equals(word);
    }

    /** The token as a message names it. */
    String quoted() {
        return switch (kind) {
            case END -> Kind.END.words();
            case STRING -> "the string \"" + text + '"';
            case KEYWORD -> "the keyword '" + text.toLowerCase(Locale.ROOT) + "'";
            default -> "'" + text + "'";
        };
    }
}
