package dev.moirai.frontend.c;

import java.util.Arrays;

/**
 * The words and signs of a preprocessed file, without any syntax: numbers for words, the same for the same, and signs as
 * negative numbers. Cut into items: what ends with a semicolon or a brace outside of all brackets. Words in strings count, as
 * they may name an alias.
 */
final class PlainTokens {
    /** What stands for numbers and characters. */
    static final int NUMBER = -'0';

    static final int STRING = -'"';

    private final char[] text;
    private int[] tokens = new int[1 << 13];
    private int[] places = new int[1 << 13];
    private int count;
    private int[] items = new int[1 << 9];
    private int itemCount;
    private boolean isPlain = true;

    /** A hash table of words: their numbers and one; where each word begins and how long it is. */
    private int[] table = new int[1 << 12];

    private int[] starts = new int[1 << 10];
    private int[] lengths = new int[1 << 10];
    private int words;

    private PlainTokens(char[] text) {
        this.text = text;
    }

    static PlainTokens of(char[] text) {
        // The words that are known lie behind the text and a blank, so that all words are ranges of one array.
        int size = text.length;
        var known = new StringBuilder(" ");
        for (int i = 0; i < UnusedDeclarations.Word.COUNT; i++)
            known.append(UnusedDeclarations.Word.text(i)).append(' ');
        char[] all = Arrays.copyOf(text, size + known.length());
        known.getChars(0, known.length(), all, size);
        var tokens = new PlainTokens(all);
        int at = size + 1;
        for (int i = 0; i < UnusedDeclarations.Word.COUNT; i++) {
            int length = UnusedDeclarations.Word.text(i).length();
            tokens.word(tokens.hash(at, at + length), at, at + length);
            at += length + 1;
        }
        tokens.read(size);
        return tokens;
    }

    /** Whether the file is one that can be cut so: no macros, no odd signs, all brackets closed. */
    boolean isPlain() {
        return isPlain;
    }

    int items() {
        return itemCount;
    }

    /** The first token of an item; of the one after the last, their number. */
    int from(int item) {
        return item < itemCount ? items[item] : count;
    }

    /** A word's number, or a sign below zero. */
    int at(int token) {
        return tokens[token];
    }

    /** Where the token begins. */
    int place(int token) {
        return places[token];
    }

    /** How often each word occurs. */
    int[] uses() {
        int[] uses = new int[words];
        for (int i = 0; i < count; i++) {
            if (tokens[i] >= 0) uses[tokens[i]]++;
        }
        return uses;
    }

    private void read(int size) {
        int at = 0;
        int depth = 0;
        boolean begins = true;
        while (at < size) {
            char c = text[at];
            if (c <= ' ') {
                at++;
            } else if (isLetter(c)) {
                begins = begin(begins);
                int place = at;
                int hash = 0;
                // Most of a file is words, and this runs before anything is compiled: one loop for their end and their
                // hash.
                do {
                    hash = 31 * hash + c;
                    c = text[++at];
                } while (isLetter(c) || (c >= '0' && c <= '9'));
                add(word(hash, place, at), place);
            } else if (c == '/' && at + 1 < size && (text[at + 1] == '*' || text[at + 1] == '/')) {
                at = endOfComment(at, size);
            } else if (c == '#') {
                at = endOfDirective(at, size, begins);
            } else if (c == '"' || c == '\'') {
                begins = begin(begins);
                at = endOfQuotation(at, size);
            } else if (c >= '0' && c <= '9') {
                begins = begin(begins);
                add(NUMBER, at);
                at = endOfWord(at + 1, size);
            } else {
                if (c == '\\' || c > '~') isPlain = false;
                begins = begin(begins);
                add(-c, at);
                if (c == '(' || c == '[' || c == '{') depth++;
                if (c == ')' || c == ']' || c == '}') depth--;
                if (depth < 0) isPlain = false;
                begins = depth == 0 && (c == ';' || (c == '}' && endsFunction()));
                at++;
            }
            if (!isPlain) return;
        }
        if (depth != 0 || !begins) isPlain = false;
    }

    /** Whether the braces that were closed last are a function's: they stand after its parameters, or alone after old ones. */
    private boolean endsFunction() {
        int depth = 0;
        for (int i = count - 1; i >= items[itemCount - 1]; i--) {
            if (tokens[i] == -'}') depth++;
            if (tokens[i] == -'{' && --depth == 0) return i == items[itemCount - 1] || tokens[i - 1] == -')';
        }
        return false;
    }

    private boolean begin(boolean begins) {
        if (!begins) return false;
        if (itemCount == items.length) items = Arrays.copyOf(items, 2 * itemCount);
        items[itemCount++] = count;
        return false;
    }

    private void add(int token, int place) {
        if (count == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        tokens[count] = token;
        places[count++] = place;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || c == '_' || (c >= 'A' && c <= 'Z') || c == '$' || c > '\u007f';
    }

    private int endOfWord(int at, int size) {
        int end = at;
        while (end < size && (isLetter(text[end]) || (text[end] >= '0' && text[end] <= '9'))) end++;
        return end;
    }

    private int endOfComment(int at, int size) {
        if (text[at + 1] == '/') {
            int end = at;
            while (end < size && text[end] != '\n') end++;
            if (text[end - 1] == '\\') isPlain = false;
            return end;
        }
        for (int end = at + 3; end < size; end++) {
            if (text[end] == '/' && text[end - 1] == '*') return end + 1;
        }
        isPlain = false;
        return size;
    }

    /** Line markers are passed over between items, and a sign of those that they cut in two. */
    private int endOfDirective(int at, int size, boolean isBetween) {
        int end = at + 1;
        while (end < size && (text[end] == ' ' || text[end] == '\t')) end++;
        boolean isMarker = end < size && text[end] >= '0' && text[end] <= '9';
        if (!isMarker) isPlain = false;
        if (!isBetween) add(-'#', at);
        while (end < size && text[end] != '\n') end++;
        return end;
    }

    private int endOfQuotation(int at, int size) {
        char quote = text[at];
        add(quote == '"' ? STRING : NUMBER, at);
        int end = at + 1;
        while (end < size && text[end] != quote && text[end] != '\n') {
            if (text[end] == '\\') {
                end += 2;
            } else if (quote == '"' && isLetter(text[end])) {
                int after = endOfWord(end, size);
                add(word(hash(end, after), end, after), end);
                end = after;
            } else {
                end++;
            }
        }
        if (end >= size || text[end] != quote) isPlain = false;
        return end + 1;
    }

    private int hash(int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) hash = 31 * hash + text[i];
        return hash;
    }

    private int slot(int hash) {
        return (hash ^ hash >>> 15) & (table.length - 1);
    }

    private int word(int hash, int from, int to) {
        int slot = slot(hash);
        while (table[slot] != 0) {
            int word = table[slot] - 1;
            if (lengths[word] == to - from && isAt(starts[word], from, to)) return word;
            slot = (slot + 1) & (table.length - 1);
        }
        if (words == starts.length) {
            starts = Arrays.copyOf(starts, 2 * words);
            lengths = Arrays.copyOf(lengths, 2 * words);
        }
        starts[words] = from;
        lengths[words] = to - from;
        table[slot] = ++words;
        if (2 * words > table.length) grow();
        return words - 1;
    }

    /** What {@code Arrays.equals} does, which takes longer before it is compiled. */
    private boolean isAt(int other, int from, int to) {
        int at = other;
        for (int i = from; i < to; i++) if (text[i] != text[at++]) return false;
        return true;
    }

    private void grow() {
        table = new int[2 * table.length];
        for (int word = 0; word < words; word++) {
            int slot = slot(hash(starts[word], starts[word] + lengths[word]));
            while (table[slot] != 0) slot = (slot + 1) & (table.length - 1);
            table[slot] = word + 1;
        }
    }
}
